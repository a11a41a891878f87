import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { addWork, NO_WORK, type Used } from '../../earnings/earned.ts'
import type { UsedPlace } from '../../usage-figures/sums.ts'
import type { Window } from '../../usage-figures/window.ts'
import { type Entry, NOTHING } from './entries.ts'
import type { Group } from './schemas.ts'
import { placesApart } from './used-places.ts'

type Place = Pick<UsedPlace, 'customerId' | 'agentId' | 'signalId' | 'date'>

/** What work cost that belongs to no subscription: all of it less what belongs to one. */
export async function unsubscribed(
  places: readonly UsedPlace[],
  { window, groupBy, entries }: { window: Window; groupBy: Group; entries: readonly Entry[] },
): Promise<Entry[]> {
  const apart = placesApart(groupBy)
  const placeOf = ({ customerId, agentId, signalId, date }: Place) =>
    [
      apart.customers && customerId,
      apart.work && agentId,
      apart.work && signalId,
      apart.days && date,
    ].join(' ')
  const owned = new Map<string, Used>()
  await mapInTurns(entries, (entry) => {
    if (entry.kind !== 'outcomes') return
    const place = placeOf(entry)
    owned.set(place, addWork(owned.get(place) ?? NO_WORK, entry))
  })
  return places.flatMap(({ customerId, agentId, signalId, date, ...all }): Entry[] => {
    const own = owned.get(placeOf({ customerId, agentId, signalId, date })) ?? NO_WORK
    const eventCount = Number(all.eventCount) - own.eventCount
    if (eventCount === 0) return []
    const none = { planId: null, currency: null }
    const place = { customerId, agentId, signalId, ...none, date: date ?? window.startDate }
    return [
      {
        ...place,
        kind: 'no_subscription',
        ...NOTHING,
        cost: all.cost.minus(own.cost),
        eventCount,
        uncostedEvents: Number(all.uncostedEvents) - own.uncostedEvents,
      },
    ]
  })
}
