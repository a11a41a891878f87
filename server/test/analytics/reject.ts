import { expect } from 'vitest'
import type { Api } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Random } from './random.ts'

type Chance = { organizationId: string; random: Random }

/** Rejects some units of a random event. Returns false if none is left. */
export async function rejectAny(
  api: Api,
  { pool }: TestDatabase,
  { organizationId, random }: Chance,
): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; left: number }>(
    `select id, quantity::int as left from usage_events
     where organization_id = $1 and quantity > 0 and not exists (select from outcome_rejections rejections
       where rejections.customer_id = usage_events.customer_id and event_id = usage_events.id
         and state = 'accepted')
     order by usage_date, id`,
    [organizationId],
  )
  if (rows.length === 0) return false
  const { id, left } = random.pick(rows)
  const body = { quantity: random.integer(1, left), reason: 'Reopened' }
  const answer = await api.post(`/v1/events/${id}/rejection`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return true
}

/** Withdraws a random rejection. Returns false if none is in force. */
export async function withdrawAny(
  api: Api,
  { pool }: TestDatabase,
  { organizationId, random }: Chance,
): Promise<boolean> {
  const { rows } = await pool.query<{ event_id: string }>(
    `select event_id from outcome_rejections
     where organization_id = $1 and state = 'accepted' order by usage_date, event_id`,
    [organizationId],
  )
  if (rows.length === 0) return false
  const { event_id: id } = random.pick(rows)
  const answer = await api.post(`/v1/events/${id}/rejection/withdraw`, {})
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return true
}
