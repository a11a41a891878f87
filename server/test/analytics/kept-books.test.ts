/** Kept earnings that no longer follow from the facts are named, and mended by the next refresh. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EARNING_CHECKS } from '../../src/features/books/earning-checks.ts'
import { mendEarnings } from '../../src/features/books/mend-earnings.ts'
import { runChecks } from '../../src/features/books/run-checks.ts'
import { readMarks } from '../../src/features/earning-marks/marks.ts'
import { refreshOrganization } from '../../src/features/earnings/refresh/refresh-organization.ts'
import { must } from '../support/app.ts'
import { type Deal, FEE, givenDeal, SINCE_JANUARY, TICKETS } from '../support/deal.ts'
import { strategiesOf } from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

const NOW = new Date('2026-02-10T00:00:00Z')
const LATER = new Date('2026-05-10T00:00:00Z')
const t = useTestApp({ now: () => NOW })
const ofTest = () => t.organization.id
const rows = async (text: string, values: unknown[] = []) =>
  (await t.database.pool.query(text, values)).rows

let ticks = 0
const nextNow = () => new Date(NOW.getTime() + ++ticks * 1_000)

const refresh = (businessNow = NOW) =>
  refreshOrganization(
    { db: t.database.db, log: t.dependencies.log },
    { organizationId: ofTest(), moment: { now: nextNow(), businessNow } },
  )

const verify = (limits: { latest?: number; customerId?: string } = {}) =>
  runChecks(t.database.db, {
    organizationId: ofTest(),
    customerId: limits.customerId,
    window: undefined,
    checks: EARNING_CHECKS,
    limit: 100,
    ...(limits.latest === undefined ? {} : { latest: limits.latest }),
  })

/** Returns the differences as `check customer subject: expected, actual`. */
async function differences(limits = {}): Promise<string[]> {
  const results = await verify(limits)
  return results.flatMap(({ name, differences: found }) =>
    found.map(
      ({ customerId, subject, expected, actual }) =>
        `${name} ${customerId} ${subject}: ${expected}, ${actual}`,
    ),
  )
}

async function mend(): Promise<void> {
  const results = await verify()
  await mendEarnings(t.database.db, { organizationId: ofTest(), results, now: NOW })
}

let deal: Deal
beforeEach(async () => {
  deal = await givenDeal(t.api, { prices: [FEE, TICKETS], subscription: SINCE_JANUARY })
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  await refresh()
  expect(await differences()).toEqual([])
})

afterEach(async () => {
  await mend()
  await refresh()
  expect(await differences()).toEqual([])
})

describe('a changed row is named, and mended by a refresh:', () => {
  test('earnings of a day', async () => {
    const changed = await rows(
      `update earned_months set earned[1] = earned[1] + 1
       where customer_id = $1 and month = '2026-01-01' and kind = 1 returning month`,
      [deal.customerId],
    )
    expect(changed).toHaveLength(1)
    const found = await differences()
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^earned_months_equal_facts ${deal.customerId} 2026-01-10 usage USD .*${deal.subscriptionId}` +
            '.*: 10 / 10 / 0 / 10 / 0 / 0 / 0 / 0, 10 / 11 / 0 / 10 / 0 / 0 / 0 / 0$',
        ),
      ),
      ...Array.from({ length: 22 }, () =>
        expect.stringContaining(
          `customer_earned_months_equal_months ${deal.customerId} USD 2026-01`,
        ),
      ),
      expect.stringContaining('organization_earned_days_equal_months null 2026-01-10 usage USD'),
    ])
  })

  test('the total of a month', async () => {
    const changed = await rows(
      `update earned_months set earned_total = earned_total + 1
       where customer_id = $1 and month = '2026-01-01' and kind = 1 returning month`,
      [deal.customerId],
    )
    expect(changed).toHaveLength(1)
    expect(await differences()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^earned_months_equal_facts ${deal.customerId} all of 2026-01-01 usage USD ` +
            '.*: 10 / 10 / 0 / 10 / 0 / 0 / 0 / 0, 10 / 11 / 0 / 10 / 0 / 0 / 0 / 0$',
        ),
      ),
    ])
  })

  test('a row of a customer', async () => {
    await rows(
      `update customer_earned_months set revenue_until[31] = revenue_until[31] - 1
       where customer_id = $1 and month = '2026-01-01'`,
      [deal.customerId],
    )
    expect(await differences()).toEqual([
      `customer_earned_months_equal_months ${deal.customerId} USD 2026-01-31: 59 / 0.083 / 1, 58 / 0.083 / 1`,
      `customer_earned_months_equal_months ${deal.customerId} USD before 2026-02-01: 31 / 58 / 0.083 / 1, 31 / 59 / 0.083 / 1`,
      `customer_earned_months_equal_months ${deal.customerId} USD before 2026-03-01: 59 / 107 / 0.083 / 1, 59 / 108 / 0.083 / 1`,
    ])
    await mend()
    const { customers } = await readMarks(t.database.db, { organizationId: ofTest() })
    const { customerId } = deal
    expect(customers).toEqual([{ customerId, firstDay: '-infinity', lastDay: 'infinity' }])
  })

  test('a row of a customer and kind', async () => {
    await rows(
      `update customer_kind_months set cost_until[1] = cost_until[1] + 1
       where customer_id = $1 and month = '2026-01-01' and cost_until is not null`,
      [deal.customerId],
    )
    expect(await differences()).toEqual([
      `customer_kind_months_equal_months ${deal.customerId} 2026-01-10 priced_work USD: 10 / 0 / 0 / 0.083 / 1 / 0, 10 / 0 / 0 / 1.083 / 1 / 0`,
    ])
  })

  test('what an invoice billed of a day, and when', async () => {
    const { customerId } = deal
    await sendInvoice(t.api, await deal.generate({ billingPeriodStart: '2026-01-01' }))
    await refresh()
    expect(await differences()).toEqual([])
    await rows(
      `update customer_invoiced_months set invoiced_until[31] = invoiced_until[31] + 1
       where customer_id = $1 and month = '2026-01-01'`,
      [customerId],
    )
    const differs = (check: string, place: string) =>
      expect.stringMatching(`^${check} ${place}: [0-9.]+, [0-9.]+$`)
    expect(await differences()).toEqual([
      differs('earned_months_equal_facts', `${customerId} 2026-01-31 invoiced on 2026-02-10 USD`),
      differs('customer_invoiced_months_equal_months', `${customerId} USD 2026-01-31`),
      differs(
        'organization_invoiced_days_equal_months',
        'null 2026-01-31 invoiced on 2026-02-10 USD',
      ),
    ])
    await mend()
    await refresh()
    expect(await differences()).toEqual([])
    await rows(
      `update customer_invoiced_months set invoiced_on = invoiced_on - 1 where customer_id = $1`,
      [customerId],
    )
    const found = await differences()
    const named = (check: string) => found.filter((line) => line.startsWith(check)).length
    expect(named('earned_months_equal_facts')).toBe(62)
    expect(named('customer_invoiced_months_equal_months')).toBe(0)
    expect(named('organization_invoiced_days_equal_months')).toBe(62)
  })

  test('what invoices billed of a day of all customers', async () => {
    await sendInvoice(t.api, await deal.generate({ billingPeriodStart: '2026-01-01' }))
    await refresh()
    await rows(
      `update organization_invoiced_days set invoiced = invoiced + 1
       where organization_id = $1 and day = '2026-01-10' and invoiced <> 0`,
      [ofTest()],
    )
    expect(await differences()).toEqual([
      expect.stringContaining(
        'organization_invoiced_days_equal_months null 2026-01-10 invoiced on 2026-02-10 USD: ',
      ),
    ])
  })

  test('a sum of the organization', async () => {
    await rows(
      `update organization_earned_days set cost = cost + 1 where plan_id = $1 and kind = 1`,
      [deal.planId],
    )
    await rows(`delete from organization_earned_days where plan_id = $1 and day = '2026-02-01'`, [
      deal.planId,
    ])
    const found = await differences()
    expect(found).toHaveLength(6)
    expect(found[0]).toMatch(
      /^organization_earned_days_equal_months null 2026-01-10 usage USD .*: 10 \/ 10 \/ .*\/ 0 \/ 0 \/ 0, 10 \/ 10 \/ .* \/ 1 \/ 0 \/ 0$/,
    )
    expect(found[1]).toMatch(/null 2026-02-01 recurring USD .*: .*, nothing$/)
    expect(found.slice(2)).toEqual([
      expect.stringContaining('organization_earned_months_equal_days null 2026-01-01 usage USD'),
      expect.stringContaining(
        'organization_earned_months_equal_days null 2026-02-01 recurring USD',
      ),
      expect.stringContaining(
        'organization_earned_day_totals_equal_days null 2026-01-10 usage USD',
      ),
      expect.stringContaining(
        'organization_earned_day_totals_equal_days null 2026-02-01 recurring USD',
      ),
    ])
  })

  test.each([
    ['a day', 'organization_earned_day_totals', 'day', '2026-01-10'],
    ['a month', 'organization_earned_months', 'month', '2026-01-01'],
  ])('a total of the organization for %s', async (_, table, time, first) => {
    await rows(
      `update ${table} set earned = earned + 1 where organization_id = $1 and ${time} = $2`,
      [ofTest(), first],
    )
    const names = (await differences()).map((line) => line.split('_equal_')[0])
    expect(new Set(names)).toEqual(new Set([table]))
    await mend()
    expect(await differences()).toEqual([])
  })

  test('a customer whose mark was lost before it was kept', async () => {
    const other = await givenDeal(t.api, { subscription: SINCE_JANUARY })
    await rows('delete from earning_marks')
    await rows('delete from earning_sweeps')
    expect(await differences({ customerId: other.customerId })).toEqual([
      `earned_months_equal_facts ${other.customerId} all days: kept or marked, nothing`,
    ])
  })
})

test('customers with a mark, or a plan with a sweep, are not compared', async () => {
  const change = () =>
    rows(
      `update earned_months set earned_total = earned_total + 1 where customer_id = $1 and kind = 1`,
      [deal.customerId],
    )
  const own = { customerId: deal.customerId }
  await change()
  expect(await differences(own)).toHaveLength(1)
  await rows(
    `insert into earning_sweeps (organization_id, id, plan_id, marked_at)
     values ($1, gen_random_uuid(), $2, now())`,
    [ofTest(), deal.planId],
  )
  expect(await differences(own)).toEqual([])
  await refresh()
  await change()
  await deal.use('ticket', 1, '2026-01-10T00:00:00Z')
  expect(await differences(own)).toEqual([])
})

test('the customers that were written last are compared first', async () => {
  const other = await givenDeal(t.api, { prices: [FEE, TICKETS], subscription: SINCE_JANUARY })
  await other.use('ticket', 10, '2026-01-10T00:00:00Z')
  await refresh()
  await rows(`update earned_months set invoiced = days where kind = 1`)
  const compared = async (latest: number) => {
    const found = await differences({ latest })
    const named = found.filter((line) => line.startsWith('earned_months_equal_facts'))
    return named.map((line) => line.split(' ')[1])
  }
  expect(await compared(1)).toEqual([other.customerId])
  const two = await compared(2)
  expect(two).toHaveLength(2)
  expect(two).toContain(deal.customerId)
})

test('days to come are kept up to the same time, whatever else a customer was refreshed for', async () => {
  await deal.use('ticket', 1, '2026-01-20T00:00:00Z')
  await refresh(LATER)
  expect(await differences()).toEqual([])
  const last = async () =>
    rows('select max(month)::text as month from earned_months where customer_id = $1', [
      deal.customerId,
    ])
  expect(await last()).toEqual([{ month: '2026-06-01' }])
})

test('after the time was set back, all kept days are still refreshed', async () => {
  await refresh(LATER)
  const fee = `${strategiesOf(deal.planId)}/${await feeOf(deal)}`
  await must(t.api.patch(fee, { rate: 62 }))
  await refresh()
  expect(await differences()).toEqual([])
})

async function feeOf({ planId }: Deal): Promise<string> {
  const [fee] = await rows(
    `select id from pricing_strategies where plan_id = $1 and charge_type = 'recurring'`,
    [planId],
  )
  return fee.id
}
