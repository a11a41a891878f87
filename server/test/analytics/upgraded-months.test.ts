/** An upgrade adds up what is already kept. */
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrateUpTo } from '../../src/platform/database/migrations/migrate.ts'
import { createEmptyDatabase } from '../support/database.ts'
import {
  customerRowDifferences,
  kindRowDifferences,
  organizationRowDifferences,
} from './kept-sums.ts'

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

test('an upgrade keeps the events of each customer before each month and until each day', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateUpTo(db, '0006_sorted_lists.rolling')
  const ofWork = `insert into earned_months (customer_id, month, subscription_id, kind, source_id,
      organization_id, plan_id, agent_id, signal_id, currency, days, cost, event_count)
    select '${CUSTOMER}', $1::date, gen_random_uuid(), $2, gen_random_uuid(), ${PLACE}, $3,
      $4::smallint[], $5::numeric[], $6::integer[]`
  await pool.query(ofWork, ['2026-01-01', 7, 'USD', '{1,31}', '{0.5,0}', '{2,3}'])
  await pool.query(ofWork, ['2026-01-01', 8, 'USD', '{31}', '{1}', '{4}'])
  await pool.query(ofWork, ['2026-03-01', 7, 'USD', '{9}', '{0}', '{1}'])
  await pool.query(ofWork, ['2026-03-01', 8, '', '{9}', null, '{8}'])
  await pool.query(
    `insert into earned_months (customer_id, month, subscription_id, kind, source_id,
       organization_id, plan_id, agent_id, signal_id, currency, days, earned)
     select '${CUSTOMER}', '2026-01-01', gen_random_uuid(), 3, gen_random_uuid(), ${PLACE}, 'USD',
       '{1,2,5}', '{10,20,0}'`,
  )
  const insert = `insert into customer_earned_months (customer_id, organization_id, month, currency,
      days, revenue_until, cost_until, days_before, revenue_before, cost_before)
    values ('${CUSTOMER}', '${ORGANIZATION}', $1, $2, $3, $4, $5, $6, $7, $8)`
  await pool.query(insert, [
    '2026-01-01',
    'USD',
    [1, 2, 31],
    [10, 30, 30],
    [0.5, 0.5, 1.5],
    0,
    0,
    0,
  ])
  await pool.query(insert, ['2026-02-01', 'USD', [], [], [], 3, 30, 1.5])
  await pool.query(insert, ['2026-03-01', 'USD', [9], [0], [0], 3, 30, 1.5])
  await pool.query(insert, ['2026-03-01', '', [9], [0], [0], 0, 0, 0])
  await migrate(db)

  const { rows } = await pool.query(
    `select month::text, currency, events_until::text, events_before::text
     from customer_earned_months order by currency, month`,
  )
  expect(rows).toEqual([
    { month: '2026-03-01', currency: '', events_until: '{8}', events_before: '0' },
    { month: '2026-01-01', currency: 'USD', events_until: '{2,2,9}', events_before: '0' },
    { month: '2026-02-01', currency: 'USD', events_until: '{}', events_before: '9' },
    { month: '2026-03-01', currency: 'USD', events_until: '{1}', events_before: '9' },
  ])
  expect(await customerRowDifferences(database, ORGANIZATION)).toEqual([])
})

test('an upgrade keeps the sums of each customer and kind until each day', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  const { db, pool } = database
  await migrateUpTo(db, '0011_models_to_date.stop')
  const ofMonth = `insert into earned_months (customer_id, month, subscription_id, kind, source_id,
      organization_id, plan_id, agent_id, signal_id, currency, days, quantity, realised, cost, event_count)
    select '${CUSTOMER}', $1::date, gen_random_uuid(), $2, gen_random_uuid(), ${PLACE}, $3,
      $4::smallint[], $5::numeric[], $6::numeric[], $7::numeric[], $8::integer[]`
  await pool.query(ofMonth, ['2026-01-01', 1, 'USD', '{1,31}', '{2,3}', '{0.5,1}', null, null])
  await pool.query(ofMonth, ['2026-01-01', 1, 'USD', '{9,31}', '{1,-1}', '{0,1}', null, null])
  await pool.query(ofMonth, ['2026-01-01', 8, '', '{9}', '{4}', null, '{0.25}', '{7}'])
  await pool.query(ofMonth, ['2026-02-01', 1, 'USD', '{1}', '{5}', '{1}', null, null])
  await pool.query(ofMonth, ['2026-02-01', 3, 'USD', '{1}', '{0}', '{0}', null, null])
  await migrate(db)

  const { rows } = await pool.query(
    `select month::text, kind, currency, days::text, quantity_until::text as quantity,
       realised_until::text as realised, cost_until::text as cost, event_count_until::text as events
     from customer_kind_months order by month, kind`,
  )
  const ofUsage = { kind: 1, currency: 'USD', cost: null, events: null }
  const ofWork = { kind: 8, currency: '', cost: '{0.25}', events: '{7}' }
  expect(rows).toEqual([
    {
      ...ofUsage,
      month: '2026-01-01',
      days: '{1,9,31}',
      quantity: '{2,3,5}',
      realised: '{0.5,0.5,2.5}',
    },
    { ...ofWork, month: '2026-01-01', days: '{9}', quantity: '{4}', realised: null },
    { ...ofUsage, month: '2026-02-01', days: '{1}', quantity: '{5}', realised: '{1}' },
  ])
  expect(await kindRowDifferences(database, ORGANIZATION)).toEqual([])
})
