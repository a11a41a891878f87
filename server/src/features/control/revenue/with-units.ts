import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import type { Part } from '../../../domain/time/parts.ts'
import type { InvoiceFacts } from '../../billing/facts/facts.ts'
import { inPart } from '../../billing/facts/usage-facts.ts'
import type { Units } from './priced-subscription.ts'

/** Returns the facts with further units in the last part of the window. */
export function withUnits(facts: InvoiceFacts, units: Units): InvoiceFacts {
  const part: Part | undefined = facts.parts.at(-1)
  if (units.size === 0 || !part) return facts
  const added = new Map(
    facts.billing.strategies.filter(isUsageStrategy).flatMap(({ id, signalId }) => {
      const more = units.get(signalId)
      return more ? [[inPart(id, part), more] as const] : []
    }),
  )
  const { usageOf } = facts.usage
  return {
    ...facts,
    usage: {
      ...facts.usage,
      usageOf: (key) => {
        const usage = usageOf(key)
        const more = added.get(key)
        return more ? { ...usage, quantity: usage.quantity.plus(more) } : usage
      },
    },
  }
}
