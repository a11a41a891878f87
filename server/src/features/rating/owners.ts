import type { Db } from '../../platform/database.ts'
import { ownerAt } from './attribution.ts'
import * as queries from './candidate-queries.ts'

/** A usage event with its customer, agent and signal. */
export type Used = {
  id: string
  customerId: string
  agentId: string
  signalId: string
  usageDate: Date
}

/**
 * Returns the owning subscription's id by event id, without events that no subscription owns.
 * Intended for a page of events: it runs a fixed number of queries.
 */
export async function findOwners(
  db: Db,
  organizationId: string,
  events: readonly Used[],
): Promise<Map<string, string>> {
  if (events.length === 0) return new Map()
  const used = usedTimes(events)
  const [running, billed] = await Promise.all([
    queries.listRunningSubscriptions(db, organizationId, used),
    queries.listBilledAt(db, organizationId, used),
  ])
  const [runningOf, billedOf] = [Map.groupBy(running, keyOf), Map.groupBy(billed, keyOf)]
  const owners = new Map<string, string>()
  for (const event of events) {
    const use = { signalId: event.signalId, time: event.usageDate.getTime() }
    const key = keyOf(event)
    const candidates = { running: runningOf.get(key) ?? [], billed: billedOf.get(key) ?? [] }
    const owner = ownerAt(use, candidates)
    if (owner !== undefined) owners.set(event.id, owner)
  }
  return owners
}

type CustomerAgent = { customerId: string; agentId: string }

const keyOf = ({ customerId, agentId }: CustomerAgent) => `${customerId} ${agentId}`

/** Returns the times between the first and the last event of each customer and agent. */
export function usedTimes(events: readonly Used[]): queries.UsedTime[] {
  const times = new Map<string, queries.UsedTime>()
  for (const event of events) {
    const { customerId, agentId, usageDate } = event
    const time = usageDate.getTime()
    const { first, last } = times.get(keyOf(event)) ?? { first: time, last: time }
    times.set(keyOf(event), {
      customerId,
      agentId,
      first: Math.min(first, time),
      last: Math.max(last, time),
    })
  }
  return [...times.values()]
}
