import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client.ts'
import { isOpen, newOperation, type Operation } from '../ledger.ts'
import type { Organization } from '../organization.ts'
import type { Work } from './work.ts'

const DAY_MS = 86_400_000
const SHORTEST_DAYS = 3
const LONGEST_DAYS = 12
const LOOK_EVERY_MS = 250
const LOOKS_MAX = 240

/** Moves business time by about a week, or repeats an unanswered move. */
export const moveClock: Work = async ({ client, organization, random }) => {
  const days = organization.isMoving ? 0 : random.integer(SHORTEST_DAYS, LONGEST_DAYS)
  return !isOpen(await moveClockBy(client, organization, days))
}

/**
 * Moves business time forward. Needs no key: a move has an absolute target, so repeating it
 * completes an interrupted one.
 */
export async function moveClockBy(
  client: Client,
  organization: Organization,
  days: number,
): Promise<Operation> {
  const target = new Date(organization.businessNow.getTime() + days * DAY_MS)
  const body = { now: target.toISOString() }
  const path = '/v1/test-clock'
  const operation = newOperation({ kind: 'clock', path, body, marker: `to ${body.now}` })
  client.ledger.operations.push(operation)
  organization.businessNow = target
  await client.send(operation)
  organization.isMoving = isOpen(operation) || (await isStillMoving(client))
  return operation
}

/** A long move is answered early and continues in the background. */
async function isStillMoving(client: Client): Promise<boolean> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const clock = await client.find<{ movingTo: string | null }>('/v1/test-clock')
    if (clock?.movingTo === null) return false
    if (!clock) return true
    await sleep(LOOK_EVERY_MS)
  }
  return true
}
