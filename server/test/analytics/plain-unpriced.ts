import { NONE, shown, total } from './fraction.ts'
import { covers, isOwn, type PlainEvent, type PlainWorld } from './plain-figures.ts'

/** Whether no line of a final invoice bills an event, nor would the next invoice, nor do the fees cover it. */
function isUnpriced({ subscriptions }: PlainWorld, event: PlainEvent): boolean {
  const { at, signalId } = event
  const owner = subscriptions.find((one) => isOwn(one, event))
  if (!owner) return true
  if (owner.includedSignalIds.includes(signalId)) return false
  const isOnLine = owner.lines.some(
    (line) => line.type === 'usage' && line.signalId === signalId && covers(line, at),
  )
  const hasPrice = owner.strategies.some(
    (one) => one.chargeType === 'usage' && one.signalId === signalId,
  )
  return !isOnLine && !(hasPrice && !owner.invoiced.some((time) => covers(time, at)))
}

/** Returns the unpriced work among some events as an answer shows it. */
export function unpricedOf(world: PlainWorld, events: readonly PlainEvent[]) {
  const own = events.filter((event) => isUnpriced(world, event))
  return {
    quantity: shown(total(own.map(({ billable }) => billable))),
    eventCount: own.length,
    cost: shown(total(own.map(({ cost }) => cost ?? NONE))),
  }
}
