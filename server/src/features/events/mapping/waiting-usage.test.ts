import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { must } from '../../../../test/support/app.ts'
import { unknownModel } from '../../../../test/support/usage.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { Db } from '../../../platform/database.ts'
import { sumWaitingUsage } from './waiting-usage.ts'

const t = useTestApp({ now: () => new Date('2026-03-31T12:00:00Z') })

const PAIRS = [{ provider: 'in-house', model: 'house-model' }]
const window = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) })

async function organization(db: Db): Promise<string> {
  const { id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
  return id
}

test('waiting usage is summed over the whole and the cut days of a window', async () => {
  const { db } = t.dependencies
  const times = [
    ['2026-03-01T09:59:00Z', 1],
    ['2026-03-01T10:01:00Z', 10],
    ['2026-03-01T23:59:00Z', 100],
    ['2026-03-02T00:00:00Z', 1_000],
    ['2026-03-03T23:59:00Z', 10_000],
    ['2026-03-04T05:59:00Z', 100_000],
    ['2026-03-04T06:00:00Z', 1_000_000],
  ] as const
  await must(
    t.api.record(
      ...times.map(([usageDate, inputTokens]) => unknownModel({ usageDate, inputTokens })),
      unknownModel({ usageDate: '2026-03-02', model: 'another-model' }),
    ),
  )
  const sum = async (start: string, end: string) => {
    const asked = { window: window(start, end), pairs: PAIRS }
    const rows = await sumWaitingUsage(db, await organization(db), asked)
    return rows.map((one) => [amountNumber(one.inputTokens), amountNumber(one.serviceCount)])
  }
  // Includes the whole quarter of an hour in which the window begins.
  expect(await sum('2026-03-01T10:05:00Z', '2026-03-04T06:00:00Z')).toEqual([[111_110, 5]])
  expect(await sum('2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z')).toEqual([[11_000, 2]])
  expect(await sum('2026-03-01T10:00:00Z', '2026-03-01T23:00:00Z')).toEqual([[10, 1]])
  expect(await sum('2026-03-05T10:00:00Z', '2026-03-05T10:00:00Z')).toEqual([])
})

test('whole days need no quarter hours', async () => {
  const { db } = t.dependencies
  await must(t.api.record(unknownModel({ usageDate: '2026-03-10' })))
  const id = await organization(db)
  await db.transaction().execute(async (tx) => {
    const days = window('1970-01-01T00:00:00Z', '2026-03-31T00:00:00Z')
    const before = await rowsRead(tx)
    expect(await sumWaitingUsage(tx, id, { window: days, pairs: PAIRS })).toHaveLength(1)
    const after = await rowsRead(tx)
    expect(after.organizationModels - before.organizationModels).toBeGreaterThan(0)
    expect(after.modelRollups - before.modelRollups).toBe(0)
  })
})

async function rowsRead(db: Db) {
  const { rows } = await sql<{ relname: string; count: string }>`
    select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables`.execute(db)
  const read = (table: string) => Number(rows.find(({ relname }) => relname === table)?.count ?? 0)
  return { modelRollups: read('model_rollups'), organizationModels: read('organization_models') }
}
