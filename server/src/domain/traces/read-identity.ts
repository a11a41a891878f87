import {
  DECLARED,
  METADATA_PREFIXES,
  SERVICE,
  SUGGESTED_AGENT,
  SUGGESTED_CUSTOMER,
} from './names.ts'
import type { Attributes, Identity } from './span.ts'
import { firstCount, firstName, firstText } from './values.ts'

const withPrefixes = (name: string) => METADATA_PREFIXES.map((prefix) => prefix.name + name)
const CUSTOMER = withPrefixes(DECLARED.customer)
const AGENT = withPrefixes(DECLARED.agent)
const SIGNAL = withPrefixes(DECLARED.signal)
const QUANTITY = withPrefixes(DECLARED.quantity)
const EVIDENCE_URL = withPrefixes(DECLARED.evidenceUrl)
const EVIDENCE = withPrefixes(DECLARED.evidence)
const CUSTOMERS = SUGGESTED_CUSTOMER.map(({ name }) => name)
const AGENTS = SUGGESTED_AGENT.map(({ name }) => name)
const SERVICES = SERVICE.map(({ name }) => name)
/** Part of all names that are made for it. */
const MARK = 'piecework.'
/** The name that SDKs give to a service without one. */
const UNNAMED_SERVICE = /^unknown_service/

type Read = { identity: Identity; warnings: readonly string[] }

/** Identities of resources, each of which many spans share. */
const ofResources = new WeakMap<Attributes, Read>()

/**
 * Reads the customer, the agent and the outcome that a span or log record names: from its own
 * attributes, where baggage arrives too, or else from those of its resource. Names that a usage
 * record would not take are left out, with a warning.
 */
export function readIdentity(
  { attributes, resource }: { attributes: Attributes; resource: Attributes },
  warnings: string[],
): Identity {
  const shared = ofResources.get(resource) ?? identityIn(resource)
  ofResources.set(resource, shared)
  const own = identityIn(attributes)
  warnings.push(...own.warnings, ...shared.warnings)
  return {
    ...shared.identity,
    ...own.identity,
    fallback: { ...shared.identity.fallback, ...own.identity.fallback },
  }
}

function identityIn(attributes: Attributes): Read {
  const warnings: string[] = []
  // Names that suggest something were not made for it, so they need no warning.
  const suggestedCustomer = firstName(attributes, CUSTOMERS, [])
  const suggestedAgent = firstName(attributes, AGENTS, [])
  const service = firstName(attributes, SERVICES, [])
  const fallback = {
    ...(suggestedCustomer !== undefined && { customer: suggestedCustomer }),
    ...(suggestedAgent !== undefined && { agent: suggestedAgent }),
    ...(service !== undefined && !UNNAMED_SERVICE.test(service) && { service }),
  }
  if (!hasMark(attributes)) return { identity: { fallback }, warnings }
  const customer = firstName(attributes, CUSTOMER, warnings)
  const agent = firstName(attributes, AGENT, warnings)
  const signal = firstName(attributes, SIGNAL, warnings)
  const quantity = firstCount(attributes, QUANTITY, warnings, Number.MAX_SAFE_INTEGER)
  const evidenceUrl = firstText(attributes, EVIDENCE_URL, warnings)
  const evidence = firstText(attributes, EVIDENCE, warnings)
  const identity = {
    ...(customer !== undefined && { customer }),
    ...(agent !== undefined && { agent }),
    ...(signal !== undefined && { signal }),
    ...(quantity !== undefined && { quantity }),
    ...(evidenceUrl !== undefined && { evidenceUrl }),
    ...(evidence !== undefined && { evidence }),
    fallback,
  }
  return { identity, warnings }
}

/** Spares most spans the search for names that they do not have. */
function hasMark(attributes: Attributes): boolean {
  for (const name in attributes) if (name.includes(MARK)) return true
  return false
}
