import type { Attributes, AttributeValue, Identity } from './span.ts'

export const OPERATORS = ['equals', 'prefix', 'present'] as const
export const TARGETS = ['customer', 'agent', 'signal'] as const

/** A rule that gives runs a customer, an agent or a signal by an attribute. */
export type AttributionRule = {
  attribute: string
  operator: (typeof OPERATORS)[number]
  /** Null for `present`. */
  value: string | null
  target: (typeof TARGETS)[number]
  /** Null: the value of the attribute. */
  assigns: string | null
}

/** What the spans of a run say together; earlier ones win. */
export type RunIdentity = Omit<Identity, 'run' | 'call' | 'key'>

export type Attribution = {
  customer: string | null
  agent: string | null
  signal: string | null
  /** Billing units of the signal; null without a signal. */
  quantity: number | null
}

/**
 * Decides to whom a run belongs. What the source declares wins, then the first rule that matches,
 * then attributes that merely suggest it.
 */
export function attribute(
  identity: RunIdentity,
  attributes: Attributes,
  rules: readonly AttributionRule[],
): Attribution {
  const byRule = (target: AttributionRule['target']) => assignedBy(rules, target, attributes)
  const signal = identity.signal ?? byRule('signal') ?? null
  return {
    customer: identity.customer ?? byRule('customer') ?? identity.fallback.customer ?? null,
    agent: identity.agent ?? byRule('agent') ?? suggestedAgent(identity) ?? null,
    signal,
    quantity: signal === null ? null : (identity.quantity ?? 1),
  }
}

/** Returns the agent that attributes merely suggest: the program last, as it may have several. */
export function suggestedAgent({ fallback }: Pick<Identity, 'fallback'>): string | undefined {
  return fallback.agent ?? fallback.service
}

/** Returns what the first matching rule of a target assigns. */
export function assignedBy(
  rules: readonly AttributionRule[],
  target: AttributionRule['target'],
  attributes: Attributes,
): string | undefined {
  for (const rule of rules) {
    if (rule.target !== target) continue
    const value = textOf(attributes[rule.attribute])
    if (value !== undefined && matches(rule, value)) return rule.assigns ?? value
  }
  return undefined
}

function matches({ operator, value }: AttributionRule, text: string): boolean {
  switch (operator) {
    case 'equals':
      return text === value
    case 'prefix':
      return text.startsWith(value ?? '')
    case 'present':
      return true
    default:
      return operator satisfies never
  }
}

/** Returns a value that a rule can compare; undefined for lists, objects and blank text. */
function textOf(value: AttributeValue | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Adds what a further span says; what is known already stays. */
export function joinedIdentity(known: RunIdentity, more: RunIdentity): RunIdentity {
  return {
    ...more,
    ...known,
    ...quantityOf(known, more),
    fallback: { ...more.fallback, ...known.fallback },
  }
}

/** A quantity belongs to the signal beside it. */
function quantityOf(known: RunIdentity, more: RunIdentity): Pick<RunIdentity, 'quantity'> {
  const quantity =
    known.signal === undefined ? more.quantity : (known.quantity ?? sameSignal(known, more))
  return quantity === undefined ? {} : { quantity }
}

const sameSignal = (known: RunIdentity, more: RunIdentity) =>
  more.signal === undefined || more.signal === known.signal ? more.quantity : undefined
