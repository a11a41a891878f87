import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { continueRuns } from '../../src/features/repricing/work.ts'
import { closeSums } from '../../src/features/usage/closed-sums/close-sums.ts'
import { rebuildRollups } from '../../src/features/usage/rebuild-rollups.ts'
import {
  createApi,
  createTestApp,
  createTestOrganization,
  must,
  type TestApp,
} from '../support/app.ts'
import { expectRollupsToMatchEvents } from '../support/invariants.ts'
import { onOneServer } from '../support/on-one-server.ts'
import { llm, unknownModel } from '../support/usage.ts'
import { randomFrom } from './random.ts'
import { makeWorld } from './random-world.ts'

/** Together these worlds contain a row of every kind that is changed below. */
const SEEDS = [3, 5, 6]
const KEEP_ALL = { rows: 0, events: 0 }

let t: TestApp
let api: ReturnType<typeof createApi>
let organizationId: string
beforeAll(async () => {
  t = await createTestApp({ now: () => new Date('2026-06-10T12:00:00Z') })
  const { id, secretKey } = await createTestOrganization(t.dependencies)
  organizationId = id
  api = createApi(t.app, secretKey)
  for (const seed of SEEDS)
    await makeWorld(api, {
      random: randomFrom(seed),
      database: t.database,
      organizationId,
      tag: `${seed}`,
    })
  const usageDate = '2026-02-01T00:00:00Z'
  await must(api.record(unknownModel({ model: 'unlisted-model', usageDate })))
  await must(api.record(llm({ usageDate, paidBy: 'customer', reportedCostUsd: 0.01 })))
  await grantAll()
  await holdRuns()
  await reprice()
  await closeSums({ ...t.dependencies, saving: KEEP_ALL }, new Date('2026-06-10T12:00:00Z'))
  await refreshOrganization(
    { db: t.database.db, log: t.dependencies.log },
    { organizationId, moment: { now: new Date(), businessNow: new Date('2026-06-10T12:00:00Z') } },
  )
  // Without statistics of the newly filled tables, PostgreSQL chooses plans that take five times as
  // long.
  await t.database.pool.query('analyze')
})
afterAll(() => t.close())

/** Gives customers credit that no invoice has used. */
async function grantAll() {
  const { results } = await must(api.get('/v1/customers?limit=5'))
  for (const { id } of results) {
    const credit = { kind: 'paid', currency: 'USD', amount: 12.5 }
    await must(api.post(`/v1/customers/${id}/credit-grants`, credit))
  }
}

/** Runs with holds, of which one has an event whose cost is not known. */
async function holdRuns() {
  const run = { customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' }
  for (const runId of ['run-1', 'run-2', 'run-3', 'run-4', 'run-5']) {
    await must(api.post('/v1/guard/holds', { ...run, runId, estimatedCostUsd: '0.40' }))
    await must(api.record(llm({ runId, usageDate: '2026-02-01T00:00:00Z' })))
  }
  const unlisted = { model: 'unlisted-model', usageDate: '2026-02-01T00:00:00Z' }
  await must(api.record(unknownModel({ runId: 'run-5', ...unlisted })))
}

/** Takes 10 % off the cost of usage from April on, after it was invoiced. */
async function reprice() {
  await t.database.pool.query(
    `insert into cost_rates (id, organization_id, provider, percent_off, effective_from, actor_kind,
       actor_id, created_at)
     values (gen_random_uuid(), $1, 'openai', 10, '2026-04-01', 'user', 'test', now())`,
    [organizationId],
  )
  await must(api.post('/v1/repricing-runs', { from: '2026-01-01', to: '2026-06-01' }))
  await continueRuns(t.dependencies)
}

type Check = {
  name: string
  compared: number
  differences: { subject: string; expected: string; actual: string }[]
}
const reconcile = async (query = ''): Promise<{ isBalanced: boolean; checks: Check[] }> =>
  must(api.get(`/v1/analytics/reconciliation?startDate=2025-12-01&endDate=2026-07-01${query}`))

const failing = async () =>
  (await reconcile()).checks
    .filter(({ differences }) => differences.length > 0)
    .map(({ name, differences }) => [name, differences.length])

/** The data has neither holds nor traces; these checks have tests of their own. */
const OF_RUNS = ['holds_equal_events', 'run_spans_equal_spans', 'run_records_are_events']

test('finds no difference in random data, and reports how much it compared', async () => {
  const { isBalanced, checks } = await reconcile()
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
  expect(isBalanced).toBe(true)
  for (const { name, compared } of checks.filter((one) => !OF_RUNS.includes(one.name))) {
    expect(compared, name).toBeGreaterThan(4)
  }
  const { rows } = await t.database.pool.query('select id from customers limit 1')
  const one = await reconcile(`&customerId=${rows[0].id}`)
  expect(one.checks[0]?.compared).toBeLessThan(checks[0]?.compared ?? 0)
})

/** Changes one row with the test rules disabled, runs `look`, and restores the row. */
async function broken(statement: string, look: () => Promise<void>): Promise<void> {
  const { pool } = t.database
  const backup = /^(?:update|delete from|insert into) (\w+)/.exec(statement)?.[1]
  if (!backup) throw new Error(`no table in ${statement}`)
  await pool.query(`create table kept_rows as table ${backup}`)
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    expect((await client.query(statement)).rowCount, statement).toBe(1)
    await look()
  } finally {
    await client.query(`delete from ${backup}`)
    await client.query(`insert into ${backup} select * from kept_rows`)
    await client.query('set session_replication_role = origin')
    await client.query('drop table kept_rows')
    client.release()
  }
}

const ONE = (table: string, where = 'true') =>
  `ctid = (select ctid from ${table} where organization_id = '${organizationId}' and ${where} limit 1)`

/** A correction of an event that was neither voided nor amended. */
const RECOST = `kind = 'recost' and not exists (select from event_corrections other
  where other.event_id = event_corrections.event_id and other.kind <> 'recost')`

/**
 * Each fault: its name, table, change, condition, and the checks that must report it. These are the
 * check whose rule it breaks and the checks of the sums computed from it.
 */
const CLOSED = `day < '2026-06-01'`
const MODEL_SUMS = [
  'organization_models_equal_models',
  'customer_model_days_equal_models',
  'work_model_days_equal_models',
]
const EARNINGS = [
  'earned_months_equal_facts',
  'customer_earned_months_equal_months',
  'organization_earned_days_equal_months',
]
/** A void invoice books its total twice, with opposite signs. */
const OWED = `status in ('issued', 'overdue')`
const FOLLOWS_ANOTHER = `exists (select from invoices o where o.status <> 'void'
  and o.subscription_id = invoices.subscription_id and o.period_end <= invoices.period_start)`
const FAULTS: [string, string, string, string, string[]][] = [
  [
    'what a run used beyond its events',
    'control_holds',
    'used_cost = used_cost + 0.01',
    'true',
    ['holds_equal_events'],
  ],
  [
    'an event without a cost that no run has',
    'control_holds',
    'uncosted_event_count = uncosted_event_count + 2',
    'true',
    ['holds_equal_events'],
  ],
  [
    'a unit of an event',
    'usage_events',
    'quantity = quantity + 1',
    'true',
    ['quarter_hours_equal_events'],
  ],
  [
    'a rejected unit of a day',
    'usage_days',
    'rejected_quantity = rejected_quantity + 1',
    CLOSED,
    ['days_equal_quarter_hours', 'usage_months_equal_days', 'earned_months_equal_facts'],
  ],
  [
    'a unit of a quarter of an hour',
    'usage_rollups',
    'quantity = quantity + 1',
    `bucket < '2026-06-01'`,
    [
      'quarter_hours_equal_events',
      'days_equal_quarter_hours',
      'customer_model_days_equal_models',
      'work_model_days_equal_models',
    ],
  ],
  [
    'a unit of a day',
    'usage_days',
    'quantity = quantity + 1',
    CLOSED,
    [
      'days_equal_quarter_hours',
      'customer_days_equal_days',
      'organization_days_equal_days',
      'usage_months_equal_days',
      'earned_months_equal_facts',
    ],
  ],
  [
    'a unit of a customer’s day',
    'customer_days',
    'quantity = quantity + 1',
    CLOSED,
    ['customer_days_equal_days', 'customer_months_equal_days'],
  ],
  [
    'a unit of a day of all customers',
    'organization_days',
    'quantity = quantity + 1',
    CLOSED,
    ['organization_days_equal_days', 'organization_months_equal_days'],
  ],
  [
    'a unit of a month of all customers',
    'organization_months',
    'quantity = quantity + 1',
    'true',
    ['organization_months_equal_days'],
  ],
  [
    'a token of a model of all customers',
    'organization_models',
    'input_tokens = input_tokens + 1',
    CLOSED,
    ['organization_models_equal_models', 'organization_model_months_equal_days'],
  ],
  [
    'a token of a model of all customers in a month',
    'organization_model_months',
    'input_tokens = input_tokens + 1',
    'true',
    ['organization_model_months_equal_days'],
  ],
  [
    'a use of a model',
    'model_rollups',
    'service_count = service_count + 1',
    `bucket < '2026-06-01'`,
    ['models_equal_events', ...MODEL_SUMS],
  ],
  [
    'the cost of a model',
    'model_rollups',
    'cost = cost + 0.0000000001',
    `bucket < '2026-06-01'`,
    ['model_costs_equal_events', ...MODEL_SUMS],
  ],
  [
    'what a customer paid for a model',
    'other_cost_days',
    'computed_cost = computed_cost + 0.0000000001',
    `kind = 'customer_paid'`,
    ['other_costs_equal_events'],
  ],
  [
    'a reported cost of a model',
    'other_cost_days',
    'reported_cost = reported_cost - 0.0000000001',
    `kind = 'reported'`,
    ['other_costs_equal_events'],
  ],
  [
    'a unit of a customer’s month',
    'customer_months',
    'quantity = quantity + 1',
    'true',
    ['customer_months_equal_days'],
  ],
  [
    'a rejected unit of a month',
    'usage_months',
    'rejected_quantity = rejected_quantity + 1',
    'true',
    ['usage_months_equal_days'],
  ],
  [
    'the cost of a model of a customer’s day',
    'customer_model_days',
    'cost = cost + 0.0000000001',
    CLOSED,
    ['customer_model_days_equal_models', 'customer_model_months_equal_days'],
  ],
  [
    'a use of a model in a customer’s month',
    'customer_model_months',
    'service_count = service_count + 1',
    'true',
    ['customer_model_months_equal_days'],
  ],
  [
    'a token of a model behind work of a day',
    'work_model_days',
    'output_tokens = output_tokens + 1',
    CLOSED,
    ['work_model_days_equal_models', 'work_model_months_equal_days'],
  ],
  [
    'a unit of a model behind work of a day',
    'work_model_days',
    'units = units + 1',
    CLOSED,
    [
      'work_model_days_equal_models',
      'work_model_to_date_equal_days',
      'work_model_months_equal_days',
    ],
  ],
  [
    'a unit of a model to date',
    'work_model_to_date',
    'units = units + 1',
    'true',
    ['work_model_to_date_equal_days'],
  ],
  [
    'a unit of a model in a customer’s month',
    'customer_model_months',
    'units = units + 1',
    'true',
    ['customer_model_months_equal_days'],
  ],
  [
    'an event of a model in a customer’s day',
    'customer_model_days',
    'event_count = event_count + 1',
    CLOSED,
    ['customer_model_days_equal_models', 'customer_model_months_equal_days'],
  ],
  [
    'an event without a cost of a model behind work of a month',
    'work_model_months',
    'uncosted_event_count = uncosted_event_count + 1',
    'true',
    ['work_model_months_equal_days'],
  ],
  [
    'a token of a model behind work of a month',
    'work_model_months',
    'output_tokens = output_tokens + 1',
    'true',
    ['work_model_months_equal_days'],
  ],
  [
    'the event of a missing cost',
    'uncosted_services',
    'event_id = gen_random_uuid()',
    'true',
    ['uncosted_events_are_listed'],
  ],
  [
    'a unit of a rejection',
    'event_corrections',
    'quantity = quantity - 1',
    `kind = 'rejection'`,
    ['corrections_equal_events', 'rejections_equal_corrections'],
  ],
  [
    'a unit of a restoration',
    'event_corrections',
    'quantity = quantity - 1',
    `kind = 'restoration'`,
    ['corrections_equal_events', 'rejections_equal_corrections'],
  ],
  [
    'a unit of a settlement',
    'event_corrections',
    'quantity = quantity + 1',
    `kind = 'settlement'`,
    ['settlements_equal_records'],
  ],
  [
    'a provisional unit',
    'provisional_outcomes',
    'quantity = quantity + 1',
    'true',
    ['provisional_outcomes_equal_events', 'settlements_equal_records'],
  ],
  [
    'the end of a window',
    'provisional_outcomes',
    `settles_at = settles_at + interval '1 millisecond'`,
    'true',
    ['provisional_outcomes_equal_events'],
  ],
  [
    'a unit of a rejection in force',
    'outcome_rejections',
    'quantity = quantity + 1',
    `state = 'accepted'`,
    ['rejections_equal_corrections'],
  ],
  [
    'a billionth of the cost after a recost',
    'event_corrections',
    'cost_after = cost_after + 0.000000001, cost = cost + 0.000000001',
    RECOST,
    ['recosts_equal_events'],
  ],
  [
    'the prices after a recost',
    'event_corrections',
    `prices_after = prices_after || '0'`,
    RECOST,
    ['recosts_equal_events'],
  ],
  [
    'the difference of an amendment',
    'event_corrections',
    'quantity = quantity + 1',
    `kind = 'amend'`,
    ['amendments_equal_events'],
  ],
  [
    'the quantity after a voiding',
    'event_corrections',
    'quantity_after = 1',
    `kind = 'void'`,
    ['amendments_equal_events'],
  ],
  [
    'the cost after a voiding',
    'event_corrections',
    'cost_after = 0.0000000001',
    `kind = 'void'`,
    ['amendments_equal_events'],
  ],
  [
    'the mark of a corrected event',
    'usage_events',
    'corrected_at = null',
    'voided_at is not null',
    ['amendments_equal_events'],
  ],
  [
    'a cent of a subtotal',
    'invoices',
    'subtotal = subtotal + 0.01, total = total + 0.01',
    OWED,
    ['subtotals_equal_lines', 'journal_equals_documents'],
  ],
  [
    'a cent of a total',
    'invoices',
    'total = total + 0.01',
    OWED,
    ['totals_add_up', 'journal_entries_balance'],
  ],
  [
    'a cent of a discount',
    'invoice_discounts',
    'amount = amount + 0.01',
    `invoice_id in (select id from invoices where status not in ('draft', 'void'))`,
    ['discounts_equal_rows', 'journal_equals_documents', 'discounts_equal_periods'],
  ],
  [
    'a cent of a tax',
    'invoices',
    'tax_total = tax_total + 0.01',
    OWED,
    ['taxes_equal_rows', 'journal_entries_balance', 'journal_equals_documents'],
  ],
  [
    'a payment',
    'payments',
    'amount = amount + 0.01',
    `status = 'succeeded'`,
    ['payments_are_booked', 'journal_equals_documents'],
  ],
  [
    'a refund',
    'refunds',
    'amount = amount + 0.01',
    `status = 'succeeded'`,
    ['refunds_are_booked', 'journal_equals_documents'],
  ],
  [
    'the price of a line',
    'invoice_lines',
    'unit_price = unit_price + 1000',
    // A line of a whole period: the rest of a period that is billed in part takes the price of its line.
    `type = 'recurring' and quantity > 0 and days_full is null`,
    ['lines_equal_prices'],
  ],
  [
    'a cent of credit',
    'invoices',
    'credit_total = credit_total + 0.01, total = total - 0.01',
    `status not in ('draft', 'void')`,
    ['credits_are_booked', 'journal_equals_documents'],
  ],
  [
    'a cent of a promotion',
    'invoices',
    'promotion_total = promotion_total + 0.01, total = total - 0.01',
    `status not in ('draft', 'void')`,
    // Realised earnings are net of promotions.
    [
      'promotions_equal_rows',
      'promotions_are_booked',
      'journal_equals_documents',
      'earned_months_equal_facts',
    ],
  ],
  [
    'the amount of a grant',
    'credit_grants',
    'amount = amount + 0.01',
    'true',
    ['grants_are_not_overdrawn'],
  ],
  [
    'more than a grant',
    'customer_credits',
    'amount = -amount',
    `kind = 'grant'`,
    ['grants_are_not_overdrawn'],
  ],
  [
    'the time of a draft',
    'invoices',
    `period_start = period_start - interval '300 days'`,
    `status = 'draft' and ${FOLLOWS_ANOTHER}`,
    ['no_time_is_billed_twice'],
  ],
  [
    'the time of a finalized invoice',
    'invoices',
    `period_start = period_start - interval '300 days'`,
    `status not in ('draft', 'void') and ${FOLLOWS_ANOTHER}`,
    ['no_time_is_billed_twice', 'earned_months_equal_facts'],
  ],
  [
    'the earnings of a kept day',
    'earned_months',
    'earned[1] = earned[1] + 0.0000000000000001',
    `kind = 1 and earned is not null and month < '2026-06-01'`,
    EARNINGS,
  ],
  [
    'what is invoiced of a kept day',
    'earned_months',
    'invoiced[1] = coalesce(invoiced[1], 0) + 0.01',
    `month < '2026-06-01'`,
    [
      'earned_months_equal_facts',
      'customer_invoiced_months_equal_months',
      'organization_earned_days_equal_months',
    ],
  ],
  [
    'what an invoice billed of a kept day',
    'customer_invoiced_months',
    'invoiced_until[1] = invoiced_until[1] + 0.0000000000000001',
    'true',
    [
      'earned_months_equal_facts',
      'customer_invoiced_months_equal_months',
      'organization_invoiced_days_equal_months',
    ],
  ],
  [
    'when an invoice billed a kept month',
    'customer_invoiced_months',
    'invoiced_on = invoiced_on + 1',
    'true',
    ['earned_months_equal_facts', 'organization_invoiced_days_equal_months'],
  ],
  [
    'what invoices billed of a day of all customers',
    'organization_invoiced_days',
    'invoiced = invoiced + 0.0000000000000001',
    'true',
    ['organization_invoiced_days_equal_months'],
  ],
  [
    'the revenue of a customer up to a day',
    'customer_earned_months',
    'revenue_until[1] = revenue_until[1] + 0.0000000000000001',
    `month < '2026-06-01'`,
    ['customer_earned_months_equal_months'],
  ],
  [
    'what a customer realised up to a day by kind',
    'customer_kind_months',
    'realised_until[1] = realised_until[1] + 0.0000000000000001',
    `realised_until is not null and month < '2026-06-01'`,
    ['customer_kind_months_equal_months'],
  ],
  [
    'the realised earnings of a day of all customers',
    'organization_earned_days',
    'realised = realised + 0.0000000000000001',
    `day < '2026-06-01'`,
    [
      'organization_earned_days_equal_months',
      'organization_earned_months_equal_days',
      'organization_earned_day_totals_equal_days',
    ],
  ],
  [
    'the earnings of a month of all customers',
    'organization_earned_months',
    'earned = earned + 0.0000000000000001',
    `month < '2026-06-01'`,
    ['organization_earned_months_equal_days'],
  ],
  [
    'the events of a customer before a month',
    'customer_earned_months',
    'events_before = events_before + 1',
    `month < '2026-06-01'`,
    ['customer_earned_months_equal_months'],
  ],
  [
    'the revenue of a day of all customers by kind',
    'organization_earned_day_totals',
    'earned = earned + 0.0000000000000001',
    `day < '2026-06-01'`,
    ['organization_earned_day_totals_equal_days'],
  ],
]

// A single PostgreSQL permits these statements; a cluster refuses most of them.
onOneServer.each(FAULTS)(
  'names the check, and the one row, when somebody changes %s',
  async (_, table, change, where, names) => {
    await broken(`update ${table} set ${change} where ${ONE(table, where)}`, async () => {
      expect(await failing()).toEqual(names.map((name) => [name, expect.any(Number)]))
    })
  },
)

type Planted = { id: string; position: number; subject: string; has_void: boolean }

/** Returns discounts of finalized, non-void invoices, with the subject that the check reports. */
async function finalDiscounts(): Promise<Planted[]> {
  const { rows } = await t.database.pool.query(
    `select discounts.invoice_id as id, discounts.position, concat('subscription ',
        invoices.subscription_id, ', period from ', to_char(discounts.billing_period_start
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ': ', discounts.name) as subject,
       exists (select from invoice_discounts others join invoices voided
           on voided.customer_id = others.customer_id and voided.id = others.invoice_id
         where voided.status = 'void' and voided.finalized_at is not null
           and voided.subscription_id = invoices.subscription_id
           and others.billing_period_start = discounts.billing_period_start) as has_void
     from invoice_discounts discounts join invoices on invoices.customer_id = discounts.customer_id
       and invoices.id = discounts.invoice_id
     where invoices.status not in ('draft', 'void')
     order by discounts.invoice_id, discounts.position`,
  )
  return rows
}

onOneServer(
  'compares each discount of a finalized invoice, and names each that changes',
  async () => {
    const discounts = await finalDiscounts()
    expect(discounts.map((one) => one.has_void)).toContain(true)
    const checkIn = ({ checks }: { checks: Check[] }) =>
      checks.find(({ name }) => name === 'discounts_equal_periods')
    expect(checkIn(await reconcile())?.compared).toBe(discounts.length)
    for (const { id, position, subject } of discounts) {
      for (const cent of ['+ 0.01', '- 0.01']) {
        const change = `update invoice_discounts set amount = amount ${cent}
        where invoice_id = '${id}' and position = ${position}`
        await broken(change, async () => {
          const found = checkIn(await reconcile())?.differences
          expect(found, `${change}: ${subject}`).toEqual([expect.objectContaining({ subject })])
        })
      }
    }
  },
)

test('every change above was rolled back', async () => expect(await failing()).toEqual([]))

test('rebuilding restores the sums from the events, however they were changed', async () => {
  const { pool } = t.database
  expect(await failing()).toEqual([])
  await pool.query('update usage_rollups set quantity = 0, cost = 7')
  await pool.query('delete from usage_days')
  await pool.query('delete from model_rollups')
  await pool.query('update organization_days set cost = 1')
  await pool.query('delete from organization_models')
  await pool.query('delete from customer_days')
  expect((await failing()).map(([name]) => name)).toContain('models_equal_events')
  const everyone = { organizationId, customerId: undefined }
  const { rows: customers } = await pool.query(
    'select id from customers where organization_id = $1',
    [organizationId],
  )
  expect(await rebuildRollups(t.dependencies.db, everyone, new Date())).toBe(customers.length)
  await expectRollupsToMatchEvents(pool)
  expect(await failing()).toEqual([])
})
