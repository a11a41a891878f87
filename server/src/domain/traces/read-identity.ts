import { DECLARED, METADATA_PREFIXES, SUGGESTED_AGENT, SUGGESTED_CUSTOMER } from './names.ts'
import type { Attributes, Identity } from './span.ts'
import { firstCount, firstName } from './values.ts'

const withPrefixes = (name: string) => METADATA_PREFIXES.map((prefix) => prefix.name + name)
const CUSTOMER = withPrefixes(DECLARED.customer)
const AGENT = withPrefixes(DECLARED.agent)
const SIGNAL = withPrefixes(DECLARED.signal)
const QUANTITY = withPrefixes(DECLARED.quantity)
const CUSTOMERS = SUGGESTED_CUSTOMER.map(({ name }) => name)
const AGENTS = SUGGESTED_AGENT.map(({ name }) => name)
/** The name that SDKs give to a service without one. */
const UNNAMED_SERVICE = /^unknown_service/

/**
 * Reads the customer, the agent and the outcome that a span or log record names: from its own
 * attributes, where baggage arrives too, or else from those of its resource. Names that a usage
 * record would not take are left out, with a warning.
 */
export function readIdentity(
  { attributes, resource }: { attributes: Attributes; resource: Attributes },
  warnings: string[],
): Identity {
  const find = (names: readonly string[]) =>
    firstName(attributes, names, warnings) ?? firstName(resource, names, warnings)
  const customer = find(CUSTOMER)
  const agent = find(AGENT)
  const signal = find(SIGNAL)
  const quantity =
    firstCount(attributes, QUANTITY, warnings, Number.MAX_SAFE_INTEGER) ??
    firstCount(resource, QUANTITY, warnings, Number.MAX_SAFE_INTEGER)
  // Names that suggest something were not made for it, so they need no warning.
  const suggest = (names: readonly string[]) =>
    firstName(attributes, names, []) ?? firstName(resource, names, [])
  const suggestedCustomer = suggest(CUSTOMERS)
  const suggestedAgent = suggest(AGENTS)
  return {
    ...(customer !== undefined && { customer }),
    ...(agent !== undefined && { agent }),
    ...(signal !== undefined && { signal }),
    ...(quantity !== undefined && { quantity }),
    fallback: {
      ...(suggestedCustomer !== undefined && { customer: suggestedCustomer }),
      ...(suggestedAgent !== undefined &&
        !UNNAMED_SERVICE.test(suggestedAgent) && { agent: suggestedAgent }),
    },
  }
}
