import { type AttributionRule, attribute } from '../../../domain/traces/attribution.ts'
import type { Attributes } from '../../../domain/traces/span.ts'
import { isName } from '../spans/kept-span.ts'
import type { DueRun } from './queries.ts'
import type { Facts } from './run-facts.ts'

const WARNINGS_MAX = 20

export type Attributed = {
  customer: string | null
  agent: string | null
  signal: string | null
  /** Billing units of the outcome; 0 without a signal. */
  quantity: number
  /** JSON texts. */
  attributes: string
  warnings: string | null
}

/** Decides to whom a run belongs; what an earlier record decided stays. */
export function attributeRun(
  run: Pick<DueRun, 'customer' | 'agent' | 'signal' | 'quantity' | 'attributes' | 'warnings'>,
  facts: Facts,
  rules: readonly AttributionRule[],
): Attributed {
  const attributes: Attributes = { ...facts.attributes, ...parsed(run.attributes) }
  const found = attribute(facts.identity, attributes, rules)
  const signal = run.signal ?? named(found.signal)
  const quantity = run.signal === null ? found.quantity : Number(run.quantity)
  const warnings = [...new Set<string>([...parsedList(run.warnings), ...facts.warnings])]
  return {
    customer: run.customer ?? named(found.customer),
    agent: run.agent ?? named(found.agent),
    signal,
    quantity: signal === null ? 0 : (quantity ?? 1),
    attributes: JSON.stringify(attributes),
    warnings: warnings.length === 0 ? null : JSON.stringify(warnings.slice(0, WARNINGS_MAX)),
  }
}

const parsed = (text: string | null): Attributes => (text === null ? {} : JSON.parse(text))
const parsedList = (text: string | null): string[] => (text === null ? [] : JSON.parse(text))

/** A rule may assign the value of an attribute that is no name. */
function named(text: string | null): string | null {
  return isTextOfName(text) ? text : null
}

export function isTextOfName(text: string | null | undefined): text is string {
  return typeof text === 'string' && isName(text)
}
