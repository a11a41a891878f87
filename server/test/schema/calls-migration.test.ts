import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { storeAsBefore } from '../support/events-of-before.ts'
import { useTestApp } from '../support/use-app.ts'

const t = useTestApp()

const work = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }
const unknown = { model: 'say "quantity"', modelProvider: 'in-house', inputTokens: 10 }
const known = { model: 'gpt-4o', modelProvider: 'openai', quantity: 3 }

test('tells older events without a cost how many calls they were, and changes no other', async () => {
  await t.api.record(
    { ...work, metadata: { case: 'several' }, services: [known, unknown] },
    { ...work, metadata: { case: 'one' }, ...unknown, quantity: 3 },
    { ...work, metadata: { case: 'costed' }, services: [known] },
  )
  const { pool } = t.database
  await storeAsBefore(pool)
  // As the columns were called then.
  await pool.query('alter table usage_events rename column kept_services to services')
  await pool.query(
    `update usage_events set services = replace(services::text, '"calls":3,', '')::json`,
  )
  const name = new URL('../../migrations/0013_calls_of_services.sql', import.meta.url)
  await pool.query(await readFile(name, 'utf8'))
  const { rows } = await pool.query(
    `select kept_metadata ->> 'case' as case, services from usage_events`,
  )
  const callsOf = Object.fromEntries(
    rows.map((row) => [row.case, row.services.map(({ calls }: { calls?: number }) => calls)]),
  )
  expect(callsOf).toEqual({
    several: [3, undefined],
    one: [undefined],
    costed: [undefined],
  })
})
