import { beforeAll, expect, test } from 'vitest'
import { ALL_STALE } from '../support/change-facts.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { useTestApp } from '../support/use-app.ts'

const now = () => new Date('2026-02-10T00:00:00Z')
const t = useTestApp({ now, atEnd: expectRollupsToAddUp })
beforeAll(async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  await deal.generate({ billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' })
})

/** Runs statements in one transaction that is always rolled back, and returns the outcome. */
async function run(...statements: string[]): Promise<string> {
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('set constraints all immediate')
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const correction = (quantity: number, cost: number, kind = 'recost') =>
  `insert into event_corrections (customer_id, event_id, id, organization_id, usage_date, kind,
     quantity, cost, actor_kind, actor_id, corrected_at, created_at, number, quantity_before,
     quantity_after, work_before, cost_before, cost_after, run_id, prices_before, prices_after)
   select customer_id, id, gen_random_uuid(), organization_id, usage_date, '${kind}', ${quantity},
     ${cost}, 'api_key', 'test', now(), now(), 1, quantity, quantity + ${quantity}, '{}',
     usage_cost, usage_cost + ${cost}, gen_random_uuid(), prices, prices
   from usage_events`

test.each([
  ['a cost', 'update usage_events set usage_cost = usage_cost + 1', correction(0, 1)],
  [
    'what is billed',
    'update usage_events set rejected_quantity = 3',
    correction(-3, 0, 'rejection'),
  ],
  ['the quantity', 'update usage_events set quantity = 11', correction(1, 0, 'amend')],
])('%s of an event changes only with its correction', async (_, update, said) => {
  expect(await run(update)).toContain('corrections say')
  expect(await run(correction(-1, 2, 'amend'), update)).toContain('corrections say')
  expect(await run(said, update)).toBe('done')
})

test('a rejection does not change the quantity of an event', async () => {
  const update = 'update usage_events set quantity = 11'
  expect(await run(correction(1, 0, 'rejection'), update)).toContain('corrections say')
})

test.each(['invoices', 'subscriptions'])('an update of %s raises the version', async (table) => {
  const update = `update ${table} set updated_at = now()`
  expect(await run(update)).toContain('raise its version')
  expect(await run(`${update}, version = version + 1`)).toBe('done')
})

test.each([
  ['usage', 'update usage_days set quantity = quantity + 1', 'without a mark'],
  [
    'a subscription',
    'update subscriptions set seats_count = 5, version = version + 1',
    'without a mark',
  ],
  ['a time zone', `update customers set timezone = 'Asia/Tokyo'`, 'without a mark'],
  ['a price', 'update pricing_strategies set rate = rate + 1', 'without a sweep'],
  [
    'a dated price',
    `insert into strategy_prices (id, organization_id, strategy_id, effective_from, audience,
       pricing_model, rate, change_id, created_at)
     select gen_random_uuid(), organization_id, id, '2026-03-01', 'everyone', 'flat', 2,
       gen_random_uuid(), now()
     from pricing_strategies`,
    'without a sweep',
  ],
  [
    'a price of one subscription',
    `insert into subscription_prices (customer_id, id, organization_id, subscription_id,
       strategy_id, is_plan_price, created_at)
     select customer_id, gen_random_uuid(), organization_id, id, gen_random_uuid(), true, now()
     from subscriptions`,
    'without a mark',
  ],
])('a change of %s marks the earnings that follow from it', async (_, update, refusal) => {
  expect(await run(update)).toContain(refusal)
  expect(await run(ALL_STALE, update)).toBe('done')
})

test('an invoice has a subscription exactly if it is for one', async () => {
  const change = (fields: string) => run(`update invoices set ${fields}, version = version + 1`)
  expect(await change('subscription_id = null')).toContain('invoices_subscription_check')
  expect(await change(`kind = 'one_off'`)).toContain('invoices_subscription_check')
  expect(await change(`kind = 'one_off', subscription_id = null`)).toBe('done')
})
