import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtCredit } from '../../src/features/control/alerts/credit/look.ts'
import { sendAlertMails } from '../../src/features/control/alerts/send-mails.ts'
import { sweepAlerts } from '../../src/features/control/alerts/sweep.ts'
import type { Message } from '../../src/platform/mail/mailer.ts'
import { createApi, createTestApp, must } from '../support/app.ts'
import { type Deal, flatPrice, givenDeal } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { sendInvoice } from '../support/invoice.ts'
import { givenPerson } from '../support/people.ts'
import { moveClock } from '../support/test-clock.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp()
const { api, organization } = useOrganizationPerTest(t)

/** A second process on the same database, with its own connections and caches. */
let otherApp: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  otherApp = await createTestApp({ database: { ...t.database, close: async () => undefined } })
  return () => otherApp.close()
})
const otherApi = () => createApi(otherApp.app, organization.secretKey)

const NOON = '2031-03-05T12:00:00Z'
let deal: Deal
beforeEach(async () => {
  await moveClock(api, NOON)
  await must(api.patch('/v1/organization', { lowCreditAmount: 10 }))
  deal = await givenDeal(api, {
    prices: [flatPrice('page', 1)],
    subscription: { startDate: '2031-03-01' },
  })
})

const grant = async (fields: Fields = {}) => {
  const made = await must(
    api.post(`/v1/customers/${deal.customerId}/credit-grants`, {
      ...{ kind: 'paid', currency: 'USD', amount: 20, effectiveAt: '2031-03-01', ...fields },
    }),
  )
  // A process that has not heard of the first credit of an organization leaves its usage to the sweep.
  for (const { alertDeps } of [t.dependencies, otherApp.dependencies]) {
    await vi.waitFor(() => expect(alertDeps.hasCredit(organization.id)).toBe(true), WITHIN)
  }
  return made
}
const WITHIN = { timeout: 20_000 }
const use = (quantity: number) => deal.use('page', quantity, '2031-03-04T11:00:00Z')
const scope = () => ({ organizationId: organization.id, customerId: deal.customerId })
const look = (app = t) => {
  const { alertDeps, clock } = app.dependencies
  return lookAtCredit(alertDeps, scope(), { budgets: [], ...clock.moment(organization.id) })
}
const sweep = (lastFinish?: Date) =>
  sweepAlerts(
    { ...t.dependencies.alertDeps, log: t.dependencies.log, now: () => new Date() },
    { lastFinish },
  )
type Alert = { type: string; available: string; at: Date }
const events = async (): Promise<string[]> => {
  const { rows } = await t.database.pool.query<Alert>(
    `select events.type, trim_scale(balance + promotional - unbilled)::text as available
     from outbox_events events join credit_alerts alerts on alerts.id = events.object_id
     where events.organization_id = $1 order by events.id`,
    [organization.id],
  )
  return rows.map(({ type, available }) => `${type} ${available}`)
}
const announced = (expected: string[]) =>
  vi.waitFor(async () => expect(await events()).toEqual(expected), { timeout: 20_000 })

describe('a fall of credit', () => {
  test('is announced after the commit of the usage that caused it, and once until it has risen', async () => {
    await grant()
    await use(10)
    await look()
    expect(await events()).toEqual([])
    await use(1)
    await announced(['credit.low 9'])
    await use(1)
    await look()
    await use(8)
    await announced(['credit.low 9', 'credit.depleted 0'])
    await use(5)
    await Promise.all([look(), sweep()])
    expect(await events()).toHaveLength(2)
    // It rises above 0, and not above 10: only used-up credit can be announced again.
    await grant({ amount: 8 })
    await look()
    await use(3)
    await announced(['credit.low 9', 'credit.depleted 0', 'credit.depleted 0'])
    await grant({ amount: 50 })
    await look()
    await use(41)
    await announced([...['credit.low 9', 'credit.depleted 0', 'credit.depleted 0'], 'credit.low 9'])
  })

  test('is announced once by two processes that record and look at the same time', async () => {
    await grant({ amount: 40 })
    await look()
    const byTurns = (n: number) => (n % 2 === 0 ? api : otherApi())
    const record = (n: number) =>
      byTurns(n).record({
        ...{ customerExternalId: deal.externalId, agentCode: deal.agentCode },
        ...{ signalName: 'page', quantity: 1, usageDate: '2031-03-05T11:00:00Z' },
        ...{ model: 'twilio-sms-us', modelProvider: 'twilio' },
      })
    await Promise.all(
      times(45, async (n) => {
        expect((await record(n)).body.results.failed).toEqual([])
        await look(n % 2 === 0 ? t : { ...t, ...otherApp })
      }),
    )
    await Promise.all([...times(6, () => look()), sweep(), sweep()])
    const types = (await events()).map((text) => text.split(' ')[0])
    expect(types).toEqual(['credit.low', 'credit.depleted'])
  })

  test('that a look overtook stores nothing: a grant in between ends it, once', async () => {
    await grant()
    await use(15)
    await announced(['credit.low 5'])
    const looks = times(10, (n) => look(n % 2 === 0 ? t : { ...t, ...otherApp }))
    await Promise.all([...looks, grant({ amount: 30 }), ...times(10, () => look())])
    await look()
    expect(await events()).toEqual(['credit.low 5'])
    const { rows } = await t.database.pool.query(
      'select number, ended_at is null as is_open from credit_alerts where organization_id = $1',
      [organization.id],
    )
    expect(rows).toEqual([{ number: 1, is_open: false }])
  })

  test('that a crash after the commit has lost is announced by sweeps of two processes, once', async () => {
    await grant()
    await use(15)
    await announced(['credit.low 5'])
    await t.database.pool.query('delete from credit_alerts where organization_id = $1', [
      organization.id,
    ])
    expect(await events()).toEqual([])
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await events()).toEqual(['credit.low 5'])
  })

  test('does not exist without its event: a failed transaction leaves neither', async () => {
    await grant()
    await t.database.pool.query(
      `create function refuse_credit() returns trigger language plpgsql as
         $$ begin if new.type like 'credit.%' then raise 'refused'; end if; return new; end $$;
       create trigger refuse_credit before insert on outbox_events for each row
         execute function refuse_credit()`,
    )
    try {
      await use(15)
      await expect(look()).rejects.toThrow('refused')
      const { rows } = await t.database.pool.query(
        'select count(*)::int as count from credit_alerts where organization_id = $1',
        [organization.id],
      )
      expect(rows[0].count).toBe(0)
    } finally {
      await t.database.pool.query('drop function refuse_credit cascade')
    }
    await sweep()
    expect(await events()).toEqual(['credit.low 5'])
  })

  test('of a draft that becomes final between the fall and its announcement is announced once', async () => {
    await grant({ amount: 30 })
    await use(25)
    await announced(['credit.low 5'])
    const draft = await deal.generate({
      billingPeriodStart: '2031-03-01',
      billingPeriodEnd: '2031-03-05',
    })
    await Promise.all([sendInvoice(api, draft), look(), look()])
    await sweep()
    await look()
    expect(await events()).toEqual(['credit.low 5'])
  })

  test('below the amount of the customer instead of that of the organization, 0 is never', async () => {
    const customer = `/v1/customers/${deal.customerId}`
    expect(await must(api.patch(customer, { lowCreditAmount: '4.50' }))).toMatchObject({
      lowCreditAmount: 4.5,
    })
    await grant()
    await use(15)
    await look()
    expect(await events()).toEqual([])
    await use(1)
    await announced(['credit.low 4'])
    await must(api.patch(customer, { lowCreditAmount: 0 }))
    await grant({ amount: 100 })
    await look()
    await use(103)
    await look()
    expect(await events()).toEqual(['credit.low 4'])
    expect((await api.patch(customer, { lowCreditAmount: -1 })).status).toBe(400)
    expect(await must(api.patch(customer, { lowCreditAmount: null }))).toMatchObject({
      lowCreditAmount: null,
    })
  })

  test('in another currency than that of the organization is announced when it is used up', async () => {
    await grant({ currency: 'EUR', amount: 5 })
    await look()
    expect(await events()).toEqual([])
    await must(api.patch(`/v1/customers/${deal.customerId}`, { lowCreditAmount: 8 }))
    await look()
    expect(await events()).toEqual(['credit.low 5'])
  })

  test('of a customer without prepaid credit, and of a deleted one, is not announced', async () => {
    await use(50)
    await sweep()
    expect(await events()).toEqual([])
    await grant({ amount: 5 })
    await t.database.pool.query('update customers set deleted_at = now() where id = $1', [
      deal.customerId,
    ])
    await sweep()
    expect(await events()).toEqual([])
  })

  test('by runs that hold it is none: they may give it back', async () => {
    await grant()
    const { externalId: customerExternalId, agentCode } = deal
    const run = { customerExternalId, agentCode, signalName: 'page', estimatedCostUsd: 1 }
    await must(api.post('/v1/guard/holds', { ...run, quantity: 20, runId: 'all' }))
    await look()
    expect(await events()).toEqual([])
  })
})

describe('a budget of credit', () => {
  test('alerts once for each fall below its amount, with its figures', async () => {
    const terms = { name: 'Reserve', measure: 'credit', amount: '15', action: 'alert' }
    const { id } = await must(api.post('/v1/budgets', terms))
    const exceeded = async () => {
      const { rows } = await t.database.pool.query(
        `select trim_scale(available)::text as available, budget_id from budget_alerts alerts
         join outbox_events events on events.object_id = alerts.id
         where events.type = 'budget.exceeded' and alerts.organization_id = $1
         order by alerts.created_at`,
        [organization.id],
      )
      return rows
    }
    const alerted = (rows: Fields[]) =>
      vi.waitFor(async () => expect(await exceeded()).toEqual(rows), { timeout: 20_000 })
    await grant()
    await use(5)
    await sweep()
    expect(await exceeded()).toEqual([])
    await use(1)
    await alerted([{ available: '14', budget_id: id }])
    await sweep()
    await grant({ amount: 10 })
    await sweep()
    await use(10)
    await alerted([
      { available: '14', budget_id: id },
      { available: '14', budget_id: id },
    ])
  })
})

describe('the test clock', () => {
  const timed = async () => {
    const { rows } = await t.database.pool.query(
      `select type, happened_at from outbox_events
       where organization_id = $1 and type like 'credit.%' order by id`,
      [organization.id],
    )
    return rows.map(({ type, happened_at }) => `${type} ${happened_at.toISOString().slice(0, 10)}`)
  }

  test('announces expiry 14 and 3 days ahead, and used-up credit when it has expired', async () => {
    await grant({ expiresAt: '2031-04-20', name: 'Spring' })
    await moveClock(api, '2031-05-01T00:00:00Z')
    expect(await timed()).toEqual([
      'credit.expiring 2031-04-06',
      'credit.expiring 2031-04-17',
      'credit.low 2031-04-20',
      'credit.depleted 2031-04-20',
    ])
    await sweep()
    expect(await timed()).toHaveLength(4)
  })

  test('leaves out credit that is used, and that was given for less time', async () => {
    await grant({ amount: 5, expiresAt: '2031-04-20' })
    await grant({ amount: 90, expiresAt: '2031-03-12' })
    const { id } = await grant({ amount: 7, expiresAt: '2031-04-21' })
    await must(api.post(`/v1/customers/${deal.customerId}/credit-grants/${id}/expire`, undefined))
    await grant({ amount: 100 })
    await moveClock(api, '2031-04-18T00:00:00Z')
    expect(await timed()).toEqual([
      'credit.expiring 2031-03-09',
      'credit.expiring 2031-04-06',
      'credit.expiring 2031-04-17',
    ])
  })

  test('announces credit that the sweep finds after a pause, by its business time', async () => {
    await grant({ amount: 50, expiresAt: '2031-03-20' })
    await t.database.pool.query('delete from credit_alerts where organization_id = $1', [
      organization.id,
    ])
    // 15 days ago in real time, the notice was not due.
    await sweep(new Date(Date.now() - 15 * 24 * 3_600_000))
    expect((await timed()).filter((text) => text.startsWith('credit.expiring'))).toEqual([])
    await moveClock(api, '2031-03-06T00:00:00Z')
    await sweep(new Date(Date.now() - 60_000))
    expect(await timed()).toEqual(['credit.expiring 2031-03-06'])
  })
})

describe('an email', () => {
  const mails = async (): Promise<Fields[]> => {
    await t.followUp()
    const { results } = await must(api.get(`/v1/emails?customerId=${deal.customerId}`))
    return results.map(({ kind, to, subject }: Fields) => ({ kind, to, subject }))
  }

  test('tells the customer once of low and of used-up credit, and not of low credit that is used up', async () => {
    await grant()
    await use(12)
    await announced(['credit.low 8'])
    expect(await mails()).toMatchObject([{ kind: 'credit_low', to: deal.email }])
    await use(8)
    await announced(['credit.low 8', 'credit.depleted 0'])
    expect((await mails()).map(({ kind }) => kind).toSorted()).toEqual([
      'credit_depleted',
      'credit_low',
    ])
    await grant({ amount: 30 })
    await look()
    await use(35)
    await announced([
      ...['credit.low 8', 'credit.depleted 0'],
      ...['credit.low -5', 'credit.depleted -5'],
    ])
    expect((await mails()).map(({ kind }) => kind).toSorted()).toEqual([
      ...['credit_depleted', 'credit_depleted', 'credit_low'],
    ])
  })

  test('is not written once credit was added before it', async () => {
    await grant()
    await use(12)
    await announced(['credit.low 8'])
    await grant({ amount: 100 })
    await look()
    expect(await mails()).toEqual([])
  })

  test('tells of credit that is about to expire, unless it was used', async () => {
    await grant({ amount: 25, expiresAt: '2031-04-01' })
    await moveClock(api, '2031-03-19T00:00:00Z')
    expect(await mails()).toMatchObject([
      {
        kind: 'credit_expiring',
        subject: expect.stringMatching(/^\$25\.00 of your credit with .* expires on 1 Apr 2031$/),
      },
    ])
  })

  test('is not sent to customers, or to owners and admins, if the organization disables it', async () => {
    await must(api.patch('/v1/organization', { emailOnCredit: false, alertOnCredit: false }))
    await givenPerson(t, { role: 'owner', organizationId: organization.id })
    await grant()
    await use(12)
    await announced(['credit.low 8'])
    expect(await mails()).toEqual([])
    const { rows } = await t.database.pool.query(
      'select count(*)::int as count from budget_alert_mails where organization_id = $1',
      [organization.id],
    )
    expect(rows[0].count).toBe(0)
  })

  test('tells owners and admins, and a mail server that hangs delays no announcement', async () => {
    const { email } = await givenPerson(t, { role: 'owner', organizationId: organization.id })
    await grant()
    await use(12)
    await announced(['credit.low 8'])
    const sent: Message[] = []
    const held = Promise.withResolvers<void>()
    const mailer = {
      ...t.dependencies.mailer,
      send: async (message: Message) => {
        sent.push(message)
        await held.promise
        return { outcome: 'sent' as const, refusedCopies: [] }
      },
    }
    const sending = sendAlertMails({ ...t.dependencies, mailer })
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 20_000 })
    await use(8)
    await announced(['credit.low 8', 'credit.depleted 0'])
    held.resolve()
    await sending
    const own = sent.filter(({ to }) => to === email)
    expect(own[0]?.subject).toMatch(/Credit of .* is low$/)
    expect(own[0]?.text).toContain('8 USD available, less than 10 USD')
  })
})
