import { beforeAll, describe, expect, test } from 'vitest'
import { changeFacts } from '../../test/support/change-facts.ts'
import { givenDeal, SINCE_JANUARY } from '../../test/support/deal.ts'
import { sendInvoice } from '../../test/support/invoice.ts'
import { runHere } from '../../test/support/run-here.ts'
import { llm, times } from '../../test/support/usage.ts'
import { useTestApp } from '../../test/support/use-app.ts'
import { readMarks } from '../features/earning-marks/marks.ts'
import { refreshOrganization } from '../features/earnings/refresh/refresh-organization.ts'

const NOW = new Date('2026-02-10T00:00:00Z')
const t = useTestApp({ now: () => NOW })
let customerId: string
beforeAll(async () => {
  const deal = await givenDeal(t.api, { subscription: SINCE_JANUARY })
  customerId = deal.customerId
  await deal.use('ticket', 10, '2026-01-10T00:00:00Z')
  await deal.use('ticket', 5, '2026-01-11T00:00:00Z')
  const window = { billingPeriodStart: '2026-01-01', billingPeriodEnd: '2026-02-01' }
  await sendInvoice(t.api, await deal.generate(window))
  await t.api.record(llm({ usageDate: '2026-01-12T00:00:00Z' }))
})

/** Runs a command. Returns its exit code and the text on stdout and stderr. */
async function run(...args: string[]) {
  const { code, output, errors } = await runHere(t.database.url, ...args)
  return { code, lines: output.trimEnd().split('\n'), errors: errors.trimEnd() }
}

/** Corrupts a row, calls `look`, and repairs the row. */
async function withFault(fault: string, mend: string, look: () => Promise<void>) {
  const client = await t.database.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    expect((await client.query(fault)).rowCount).toBe(1)
    await look()
  } finally {
    await client.query(mend)
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

const day = (sign: '+' | '-') =>
  `update usage_days set rejected_quantity = rejected_quantity ${sign} 1
    where day = '2026-01-10'`

const ONE_REJECTED = 'update usage_days set rejected_quantity = rejected_quantity + 1'

describe('books verify', () => {
  test('lists its comparisons, and succeeds when nothing differs', async () => {
    const { code, lines, errors } = await run('books', 'verify')
    expect([code, errors]).toEqual([0, ''])
    expect(lines.length).toBeGreaterThan(14)
    expect(lines).toContain('quarter_hours_equal_events: compared 3, 0 differ')
    expect(lines).toContain('subtotals_equal_lines: compared 1, 0 differ')
    for (const line of lines) expect(line).toMatch(/^\w+: compared \d+, 0 differ$/)
  })

  test('names each row that differs with both figures, and ends with 1', async () => {
    const fault = `update invoices set total = total + 0.01 where status <> 'draft'`
    await withFault(fault, fault.replace('+', '-'), async () => {
      const { code, lines, errors } = await run('books', 'verify')
      expect(code).toBe(1)
      const at = lines.indexOf('totals_add_up: compared 1, 1 differ')
      expect(lines[at + 1]).toMatch(
        new RegExp(`^ {2}${customerId} INV-\\S+: expected [\\d.]+, found [\\d.]+$`),
      )
      expect(errors).toMatch(/^totals_add_up, journal_\w+.*: figures differ$/)
    })
    expect((await run('books', 'verify')).code).toBe(0)
  })

  test('names kept earnings that differ, and has them written again', async () => {
    const { db, pool } = t.database
    const organizationId = t.organization.id
    const refresh = () =>
      refreshOrganization(
        { db, log: t.dependencies.log },
        {
          organizationId,
          moment: { now: NOW, businessNow: NOW },
        },
      )
    await refresh()
    const { rowCount } = await pool.query(
      `update earned_months set earned[1] = earned[1] + 1
       where customer_id = $1 and kind = 1 and month = '2026-01-01'`,
      [customerId],
    )
    expect(rowCount).toBe(1)
    const { code, lines, errors } = await run('books', 'verify')
    expect(code).toBe(1)
    expect(errors).toContain('earned_months_equal_facts')
    const at = lines.findIndex((line) => line.startsWith('earned_months_equal_facts'))
    expect(lines[at + 1]).toMatch(
      new RegExp(
        `^ {2}${customerId} 2026-01-10 usage USD .*: expected 10 / 10 / .*, found 10 / 11 /`,
      ),
    )
    expect((await readMarks(db, { organizationId })).customers).toMatchObject([{ customerId }])
    await refresh()
    expect((await run('books', 'verify')).code).toBe(0)
  })

  test('refuses an organization that does not exist', async () => {
    const { code, errors } = await run('books', 'verify', '--organization', customerId)
    expect(code).toBe(1)
    expect(errors).toContain(customerId)
  })
})

describe('rollups verify', () => {
  test('compares only the sums', async () => {
    const { code, lines } = await run('rollups', 'verify')
    expect(code).toBe(0)
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'quarter_hours_equal_events',
      'days_equal_quarter_hours',
      'models_equal_events',
      'model_costs_equal_events',
      'other_costs_equal_events',
      'holds_equal_events',
      'customer_days_equal_days',
      'organization_days_equal_days',
      'organization_models_equal_models',
      'organization_months_equal_days',
      'organization_model_months_equal_days',
      'usage_months_equal_days',
      'customer_months_equal_days',
      'customer_model_days_equal_models',
      'customer_model_months_equal_days',
      'work_model_days_equal_models',
      'work_model_to_date_equal_days',
      'work_model_months_equal_days',
    ])
  })

  test('names the day that has a unit too many, and ends with 1', async () => {
    await withFault(day('+'), day('-'), async () => {
      const { code, lines, errors } = await run('rollups', 'verify')
      expect(code).toBe(1)
      expect(lines).toContain('days_equal_quarter_hours: compared 3, 1 differ')
      const named = lines.find((line) => line.startsWith('  '))
      expect(named).toContain(customerId)
      expect(named).toContain('2026-01-10')
      expect(named).toMatch(/expected 1 \/ 10 \/ 0 \/ 0 \/ .*, found 1 \/ 10 \/ 0 \/ 1 \/ /)
      expect(errors).toBe('days_equal_quarter_hours: figures differ')
    })
  })
})

describe('rollups rebuild', () => {
  test('recomputes the sums, so that they are equal', async () => {
    await changeFacts(t.database.pool, day('+'))
    expect((await run('rollups', 'verify')).code).toBe(1)
    const { code, lines, errors } = await run('rollups', 'rebuild')
    expect([code, lines, errors]).toEqual([0, ['rebuilt the sums of 2 customers'], ''])
    expect((await run('rollups', 'verify')).code).toBe(0)
  })

  test('of one customer does not change those of others', async () => {
    await changeFacts(t.database.pool, ONE_REJECTED)
    const rebuilt = await run('rollups', 'rebuild', '--customer', customerId)
    expect([rebuilt.code, rebuilt.lines]).toEqual([0, ['rebuilt the sums of 1 customers']])
    const { code, lines } = await run('rollups', 'verify')
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('  '))).toHaveLength(1)
    expect(lines.join('\n')).not.toContain(customerId)
    expect((await run('rollups', 'rebuild')).code).toBe(0)
  })
})

describe('of many customers and many rows that differ', () => {
  beforeAll(async () => {
    const names = times(120, (at) => `one-of-many-${at}`)
    for (const some of [names.slice(0, 60), names.slice(60)]) {
      await t.api.record(...some.map((name) => llm({ customerExternalId: name })))
    }
  })

  test('all are checked and recomputed in batches', async () => {
    await changeFacts(t.database.pool, ONE_REJECTED)
    const { lines } = await run('rollups', 'verify')
    const named = lines.filter((line) => line.startsWith('  '))
    expect(new Set(named.map((line) => line.trim().split(' ')[0])).size).toBe(122)
    expect((await run('rollups', 'rebuild')).lines).toEqual(['rebuilt the sums of 122 customers'])
    expect((await run('rollups', 'verify')).code).toBe(0)
  })

  test('at most a thousand of a check are named, which limits memory and output', async () => {
    await changeFacts(
      t.database.pool,
      `insert into usage_days select customer_id, day + at, agent_id, signal_id, is_backfill,
         organization_id, event_count, quantity, rejected_event_count, rejected_quantity, cost,
         uncosted_event_count
       from (select * from usage_days limit 1) one, generate_series(1000, 2499) at`,
    )
    const { code, lines } = await run('rollups', 'verify')
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('  '))).toHaveLength(3_000)
    for (const name of ['days_equal_quarter_hours', 'customer_days_equal_days']) {
      const ofCheck = lines.find((line) => line.startsWith(name))
      expect(ofCheck).toMatch(/: compared \d+, 1000 or more differ$/)
    }
    expect((await run('rollups', 'rebuild')).code).toBe(0)
  })
})
