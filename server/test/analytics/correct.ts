import { expect } from 'vitest'
import type { Api } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import type { Fields } from '../support/given.ts'
import type { Random } from './random.ts'

/** Voids or amends a random event. Returns false if it refuses, because it is void or rejected. */
export async function correctAny(
  api: Api,
  { pool }: TestDatabase,
  { organizationId, random }: { organizationId: string; random: Random },
): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from usage_events where organization_id = $1 order by usage_date, id',
    [organizationId],
  )
  if (rows.length === 0) return false
  const url = `/v1/events/${random.pick(rows).id}`
  const { status, body } = random.chance(40)
    ? await api.post(`${url}/void`, {})
    : await api.post(`${url}/amend`, amendment(random))
  expect([200, 409], JSON.stringify(body)).toContain(status)
  return status === 200
}

function amendment(random: Random): Fields {
  const quantity = random.integer(0, 12)
  const tokens = { inputTokens: random.integer(1, 9) * 100 }
  return random.pick<Fields>([
    { quantity },
    { quantity },
    { model: 'gpt-4o', modelProvider: 'openai', ...tokens },
    { model: 'house-model', modelProvider: 'in-house', ...tokens, quantity },
  ])
}
