import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtCustomer } from '../../src/features/control/alerts/look.ts'
import { sendAlertMails } from '../../src/features/control/alerts/send-mails.ts'
import { sweepAlerts } from '../../src/features/control/alerts/sweep.ts'
import { continueRuns } from '../../src/features/repricing/work.ts'
import type { Message } from '../../src/platform/mail/mailer.ts'
import { type Api, createApi, createTestApp, must } from '../support/app.ts'
import { type Fields, givenCustomer, unique } from '../support/given.ts'
import { givenPerson } from '../support/people.ts'
import { moveClock } from '../support/test-clock.ts'
import { llm, times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let clockShiftMs = 0
const t = useTestApp({ now: () => new Date(Date.now() + clockShiftMs) })
const { api, organization } = useOrganizationPerTest(t)

/** A second process on the same database, with its own connections and caches. */
let otherApp: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  otherApp = await createTestApp({ database: { ...t.database, close: async () => undefined } })
  return () => otherApp.close()
})
const otherApi = () => createApi(otherApp.app, organization.secretKey)

let customerId: string
beforeEach(async () => {
  clockShiftMs = 0
  customerId = (await givenCustomer(api, { externalId: 'acme' })).id
})

const budget = async (fields: Fields = {}): Promise<string> => {
  const terms = { name: 'A day', measure: 'cost', amount: '0.03', period: 'day', action: 'alert' }
  return (await must(api.post('/v1/budgets', { ...terms, thresholds: [50, 100], ...fields }))).id
}
/** Each event costs 0.0075. */
const record = async (count = 1, by: Api = api, fields: Fields = {}) => {
  const { body } = await by.record(...times(count, () => llm(fields)))
  expect(body.results.failed).toEqual([])
}
type Row = { type: string; threshold: string; spent: string }
const alerts = async (): Promise<string[]> => {
  const { rows } = await t.database.pool.query<Row>(
    `select events.type, alerts.threshold::float8 as threshold, trim_scale(alerts.spent) as spent
     from outbox_events events
     join budget_alerts alerts on events.object_id in (alerts.id, alerts.decision_id)
     where events.organization_id = $1 order by events.id`,
    [organization.id],
  )
  return rows.map(({ type, threshold }) => `${type} ${threshold}`)
}
const alerted = (expected: string[]) =>
  vi.waitFor(async () => expect(await alerts()).toEqual(expected), { timeout: 20_000 })
const sweep = (lastFinish?: Date) =>
  sweepAlerts(
    { ...t.dependencies.alertDeps, log: t.dependencies.log, now: () => new Date() },
    { lastFinish },
  )
const HALF = 'budget.threshold_reached 50'
const WHOLE = 'budget.threshold_reached 100'
const OVER = 'budget.exceeded 100'

describe('an alert', () => {
  test('follows the commit that reaches a threshold, and the one that passes the limit', async () => {
    await budget()
    await record()
    await record()
    await alerted([HALF])
    await record(2)
    await alerted([HALF, WHOLE])
    await record()
    await alerted([HALF, WHOLE, OVER])
  })

  test('is written once, with one event, by two processes that record at the same time', async () => {
    await budget({ amount: '0.30' })
    await Promise.all(times(40, (n) => record(1, n % 2 === 0 ? api : otherApi())))
    // The process that commits last may have committed too little to look again.
    await sweep()
    await alerted([HALF, WHOLE])
    await Promise.all(times(10, (n) => record(1, n % 2 === 0 ? api : otherApi())))
    await sweep()
    await alerted([HALF, WHOLE, OVER])
    const customer = { organizationId: organization.id, customerId }
    const looks = [t, otherApp].flatMap(({ dependencies: { alertDeps } }) =>
      times(5, () => lookAtCustomer(alertDeps, customer)),
    )
    await Promise.all([...looks, sweep(), sweep()])
    expect(await alerts()).toEqual([HALF, WHOLE, OVER])
  })

  test('that a crash after the commit has lost is written by sweeps of two processes, once', async () => {
    await budget()
    await record(2)
    await alerted([HALF])
    const { pool } = t.database
    await pool.query('delete from budget_alerts where organization_id = $1', [organization.id])
    expect(await alerts()).toEqual([])
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await alerts()).toEqual([HALF])
  })

  test('does not exist without its event: a failed transaction leaves neither', async () => {
    await budget()
    await t.database.pool.query(
      `create function refuse_alerts() returns trigger language plpgsql as
         $$ begin if new.type like 'budget.%' then raise 'refused'; end if; return new; end $$;
       create trigger refuse_alerts before insert on outbox_events for each row
         execute function refuse_alerts()`,
    )
    try {
      await record(2)
      await sweep()
      const { rows } = await t.database.pool.query(
        'select count(*)::int as count from budget_alerts where organization_id = $1',
        [organization.id],
      )
      expect(rows[0].count).toBe(0)
    } finally {
      await t.database.pool.query('drop function refuse_alerts cascade')
    }
    await sweep()
    expect(await alerts()).toEqual([HALF])
  })

  test('of a new amount is another one; the same amount again is not', async () => {
    const id = await budget()
    await record(2)
    await alerted([HALF])
    await must(api.patch(`/v1/budgets/${id}`, { amount: '0.06' }))
    await record(2)
    await alerted([HALF, HALF])
    await must(api.patch(`/v1/budgets/${id}`, { amount: '0.0300' }))
    await sweep()
    expect(await alerts()).toEqual([HALF, HALF, WHOLE])
  })

  test('concerns the scope of its budget alone, and units where it counts them', async () => {
    const other = await givenCustomer(api, { externalId: 'globex' })
    await budget({ customerId: other.id, amount: '0' })
    await budget({ measure: 'quantity', amount: 4, name: 'Four' })
    await record(2)
    await alerted([HALF])
    const { rows } = await t.database.pool.query(
      'select customer_id, measure from budget_alerts where organization_id = $1',
      [organization.id],
    )
    expect(rows).toEqual([{ customer_id: customerId, measure: 'quantity' }])
  })

  test('of inactive and deleted budgets, and of a deleted customer, is not written', async () => {
    const inactive = await budget({ isActive: false })
    const deleted = await budget()
    await must(api.delete(`/v1/budgets/${deleted}`))
    await record(4)
    await sweep()
    expect(await alerts()).toEqual([])
    await t.database.pool.query('update customers set deleted_at = now() where id = $1', [
      customerId,
    ])
    await must(api.patch(`/v1/budgets/${inactive}`, { isActive: true }))
    await sweep()
    expect(await alerts()).toEqual([])
  })

  test('of a budget that all customers share counts all of them', async () => {
    await budget({ isPerCustomer: false })
    await record()
    await record(1, api, { customerExternalId: 'globex' })
    await sweep()
    await sweep()
    expect(await alerts()).toEqual([HALF])
    const { rows } = await t.database.pool.query(
      'select customer_id from budget_alerts where organization_id = $1',
      [organization.id],
    )
    expect(rows).toEqual([{ customer_id: null }])
  })

  test('belongs to the day of the test clock, and comes again the next day', async () => {
    await moveClock(api, '2031-03-05T12:00:00Z')
    await budget()
    await record(2)
    await alerted([HALF])
    await moveClock(api, '2031-03-06T12:00:00Z')
    await record(2)
    await alerted([HALF, HALF])
    const { rows } = await t.database.pool.query(
      `select window_starts_at from budget_alerts where organization_id = $1
       order by window_starts_at`,
      [organization.id],
    )
    expect(rows.map((row) => row.window_starts_at.toISOString())).toEqual([
      '2031-03-05T00:00:00.000Z',
      '2031-03-06T00:00:00.000Z',
    ])
  })

  test('of a rolling window comes once in a slot of its length, however the window moves', async () => {
    await moveClock(api, '2031-03-05T10:05:00Z')
    await budget({ period: 'rolling', rollingQuarters: 20 })
    await record(2)
    await alerted([HALF])
    // 8:00 to 13:00 is a slot; the window still has the events.
    for (const time of ['10:20', '12:00']) {
      await moveClock(api, `2031-03-05T${time}:00Z`)
      await sweep()
    }
    expect(await alerts()).toEqual([HALF])
    await moveClock(api, '2031-03-05T15:01:00Z')
    await sweep()
    expect(await alerts()).toEqual([HALF, HALF])
  })
})

describe('the sweep', () => {
  const NOON = '2031-03-05T12:00:00Z'
  const THREE_HOURS_MS = 3 * 3_600_000
  /**
   * Records, and lets three hours of real time pass within a business day: the sweeps of then looked
   * at this usage.
   */
  const recordEarlier = async (fields: Fields = {}): Promise<string[]> => {
    const { body } = await api.record(...times(4, () => llm(fields)))
    clockShiftMs = THREE_HOURS_MS
    return body.results.success.map(({ eventId }: { eventId: string }) => eventId)
  }
  const sweepNow = () => {
    const { alertDeps, log, now } = t.dependencies
    return sweepAlerts({ ...alertDeps, log, now }, { lastFinish: now() })
  }
  const HOUSE = { model: 'house-model', modelProvider: 'in-house' }
  const GPT4O = { model: 'gpt-4o', modelProvider: 'openai' }

  test('finds costs that a mapping has made known, without further usage', async () => {
    await moveClock(api, NOON)
    await budget()
    await recordEarlier(HOUSE)
    await sweepNow()
    expect(await alerts()).toEqual([])
    await must(
      api.post('/v1/events/map-model', {
        ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
        ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
      }),
    )
    await sweepNow()
    expect(await alerts()).toEqual([HALF, WHOLE])
  })

  test('finds costs that a repricing run has raised, without further usage', async () => {
    await moveClock(api, NOON)
    await budget({ amount: '0.06', thresholds: [50] })
    await recordEarlier()
    await alerted([HALF])
    const tripled = { inputCost: '7.5', outputCost: '30' }
    await must(api.post('/v1/cost-rates', { ...GPT4O, ...tripled, effectiveFrom: null }))
    await sweepNow()
    expect(await alerts()).toEqual([HALF])
    await must(api.post('/v1/repricing-runs', { from: '2031-03-01', to: '2031-04-01' }))
    await continueRuns(t.dependencies)
    await sweepNow()
    expect(await alerts()).toEqual([HALF, OVER])
  })

  test('finds units that a correction has added, without further usage', async () => {
    await moveClock(api, NOON)
    await budget({ measure: 'quantity', amount: '8', thresholds: [100] })
    const [id] = await recordEarlier()
    await must(api.post(`/v1/events/${id}/amend`, { quantity: 5 }))
    await sweepNow()
    expect(await alerts()).toEqual([WHOLE])
  })

  test('that took longer than a minute looks again at what was recorded meanwhile', async () => {
    await budget({ period: 'billing_period' })
    await record()
    const looked: string[] = []
    let now = Date.now()
    await sweepAlerts(
      {
        ...t.dependencies.alertDeps,
        log: t.dependencies.log,
        now: () => new Date(now),
        billingPeriods: async (customer, businessNow) => {
          if (customer.organizationId === organization.id) looked.push(customer.customerId)
          if (looked.length === 1) {
            await record(1, api, { customerExternalId: 'globex' })
            now += 61_000
          }
          return t.dependencies.alertDeps.billingPeriods(customer, businessNow)
        },
      },
      { lastFinish: new Date(now) },
    )
    expect(looked.filter((id) => id === customerId)).toHaveLength(2)
    expect(looked).toHaveLength(3)
  })

  test('that was stopped, or lost the database, does not count as finished', async () => {
    await budget()
    await record()
    const { alertDeps, log } = t.dependencies
    const deps = { ...alertDeps, log, now: () => new Date() }
    const lastFinish = new Date()
    const stopped = sweepAlerts(deps, { lastFinish, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow()
    const lost = Object.assign(new Error('lost'), { code: '57P01' })
    const budgetsOf = async () => Promise.reject(lost)
    await expect(sweepAlerts({ ...deps, budgetsOf }, { lastFinish })).rejects.toThrow('sweep')
    // A customer whose look fails for another reason does not stop the sweep.
    const broken = async () => Promise.reject(new Error('broken'))
    await sweepAlerts({ ...deps, budgetsOf: broken }, { lastFinish })
  })
})

describe('a blocked run', () => {
  const ask = (fields: Fields = {}) =>
    must(
      api.post('/v1/guard/holds', {
        ...{ customerExternalId: 'acme', agentCode: 'support', estimatedCostUsd: 1 },
        ...{ runId: unique('run') },
        ...fields,
      }),
    )

  test('is announced once an hour for each customer and budget, also by the sweep', async () => {
    const id = await budget({ action: 'block', thresholds: [] })
    await Promise.all(times(5, () => ask()))
    await alerted(['guard.blocked 0'])
    await givenCustomer(api, { externalId: 'globex' })
    await ask({ customerExternalId: 'globex' })
    await alerted(['guard.blocked 0', 'guard.blocked 0'])
    await sweep()
    expect(await alerts()).toHaveLength(2)
    await t.database.pool.query(
      `delete from budget_alerts where organization_id = $1 and customer_id = $2`,
      [organization.id, customerId],
    )
    await sweep()
    const { rows } = await t.database.pool.query(
      `select count(*)::int as count from budget_alerts where budget_id = $1`,
      [id],
    )
    expect(rows[0].count).toBe(2)
  })
})

describe('announcements', () => {
  test('have the figures of the alert and of the decision; without costs only those of units', async () => {
    await budget({ action: 'block' })
    await budget({ measure: 'quantity', amount: 4, name: 'Four' })
    await record(2)
    await alerted([HALF, HALF])
    const body = {
      ...{ customerExternalId: 'acme', agentCode: 'support', estimatedCostUsd: 1, runId: 'big' },
    }
    const { message } = await must(api.post('/v1/guard/holds', body))
    await alerted([HALF, HALF, 'guard.blocked 0'])
    await t.followUp()
    const feed = async (query: string) => {
      const { results } = await must(api.get(`/v1/announcements?limit=100${query}`))
      return results.filter(({ type }: { type: string }) => /^(budget|guard)/.test(type))
    }
    const withCosts = await feed('&includeCosts=true')
    expect(withCosts.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'budget.threshold_reached',
      'budget.threshold_reached',
      'guard.blocked',
    ])
    const dataOf = (all: { data: Fields }[], name: string) =>
      all.find(({ data }) => data.budgetName === name && data.runId === undefined)?.data
    const decisionOf = (all: { data: Fields }[]) => all.find(({ data }) => data.runId)?.data
    expect(dataOf(withCosts, 'A day')).toMatchObject({
      ...{ measure: 'cost', threshold: '50', limit: '0.03', spent: '0.015', held: '0' },
      customerExternalId: 'acme',
    })
    expect(decisionOf(withCosts)).toMatchObject({ runId: 'big', message, spent: '0.015' })
    const without = await feed('')
    expect(dataOf(without, 'A day')).toMatchObject({ limit: null, spent: null, held: null })
    expect(dataOf(without, 'Four')).toMatchObject({ limit: '4', spent: '2' })
    expect(decisionOf(without)).toMatchObject({ runId: 'big', message: null, asked: null })
  })
})

describe('emails', () => {
  const sent: Message[] = []
  let send: () => Promise<void> = async () => undefined
  const mail = (now = new Date()) =>
    sendAlertMails({
      ...t.dependencies,
      now: () => now,
      mailer: {
        ...t.dependencies.mailer,
        send: async (message) => {
          await send()
          sent.push(message)
          return { outcome: 'sent', refusedCopies: [] }
        },
      },
    })
  beforeEach(async () => {
    await t.database.pool.query('delete from budget_alert_mails')
    sent.length = 0
    send = async () => undefined
  })

  test('tell owners and admins of all alerts that wait, in one each, and once', async () => {
    for (const role of ['owner', 'admin', 'member'] as const) {
      await givenPerson(t, { role, organizationId: organization.id })
    }
    await budget({ name: 'Daily' })
    await record(4)
    await record(1, api, { customerExternalId: 'globex' })
    await record(1, api, { customerExternalId: 'globex' })
    await alerted([HALF, WHOLE, HALF])
    await Promise.all([mail(), mail()])
    expect(sent).toHaveLength(2)
    // Of two thresholds that were reached at once, the last one.
    expect(sent[0]?.text).toContain('Daily reached 100 %: 0.03 spent, 0 held, of 0.03 USD')
    expect(sent[0]?.subject).toContain('2 alerts about budgets')
    expect(sent[0]?.text).toMatch(/\/o\/[\w-]+\/control\/budgets$/m)
    await mail()
    expect(sent).toHaveLength(2)
  })

  test('do not reach who left the organization, or its owners and admins, before they were sent', async () => {
    const [left, demoted, stays] = await Promise.all(
      ['left@acme.example', 'demoted@acme.example', 'stays@acme.example'].map((email) =>
        givenPerson(t, { role: 'owner', email, organizationId: organization.id }),
      ),
    )
    await budget()
    await record(2)
    await alerted([HALF])
    const { pool } = t.database
    await pool.query('delete from members where user_id = $1', [left?.userId])
    await pool.query(`update members set role = 'member' where user_id = $1`, [demoted?.userId])
    await mail()
    expect(sent.map(({ to }) => to)).toEqual([stays?.email])
    const { rows } = await pool.query('select email from budget_alert_mails')
    expect(rows).toEqual([])
  })

  test('that fail are tried again later; a mail server that hangs holds no alert back', async () => {
    await givenPerson(t, { role: 'owner', organizationId: organization.id })
    await budget()
    await record(2)
    await alerted([HALF])
    const hangs = Promise.withResolvers<void>()
    send = () => hangs.promise
    const hanging = mail()
    await record(3)
    await alerted([HALF, WHOLE, OVER])
    await t.followUp()
    hangs.reject(new Error('timed out'))
    await hanging
    send = async () => undefined
    await mail(new Date(Date.now() + 3_600_000))
    expect(sent.length).toBeGreaterThan(0)
    const { rows } = await t.database.pool.query(
      'select count(*)::int as count from budget_alert_mails where organization_id = $1',
      [organization.id],
    )
    expect(rows[0].count).toBe(0)
  })
})
