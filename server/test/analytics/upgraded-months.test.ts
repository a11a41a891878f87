/** An upgrade adds the kept days of an organization up by month. */
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrateUpTo } from '../../src/platform/database/migrations/migrate.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { organizationRowDifferences } from './kept-sums.ts'

const ORGANIZATION = '01890000-0000-7000-8000-000000000001'
const CUSTOMER = '01890000-0000-7000-8000-000000000002'
const PLACE = `'${ORGANIZATION}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()`

test('an upgrade keeps the sums of all months, to the last decimal', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateUpTo(db, '0003_event_corrections.stop')
  for (const [month, days, amounts] of [
    ['2026-01-01', '{1,31}', '{0.3333333333333333,0.6666666666666667}'],
    ['2026-02-01', '{28}', '{-2}'],
  ]) {
    await pool.query(
      `insert into earned_months (customer_id, month, subscription_id, kind, source_id,
         organization_id, plan_id, agent_id, signal_id, currency, days, earned)
       select '${CUSTOMER}', $1::date, gen_random_uuid(), 3, gen_random_uuid(), ${PLACE}, 'USD',
         $2::smallint[], $3::numeric[]`,
      [month, days, amounts],
    )
  }
  await pool.query(`
    insert into organization_earned_days (organization_id, day, plan_id, agent_id, kind, source_id,
      currency, signal_id, quantity, earned, invoiced, realised, realised_invoiced, cost,
      event_count, uncosted_event_count)
    select organization_id, month + one.day - 1, plan_id, agent_id, kind, source_id, currency,
      signal_id, 0, one.earned, 0, 0, 0, 0, 0, 0
    from earned_months, unnest(days, earned) as one (day, earned)`)
  await migrate(db)

  const { rows } = await pool.query(
    'select month::text, earned::text from organization_earned_months order by month',
  )
  expect(rows).toEqual([
    { month: '2026-01-01', earned: '1.0000000000000000' },
    { month: '2026-02-01', earned: '-2' },
  ])
  expect(await organizationRowDifferences(database, ORGANIZATION)).toEqual([])
})
