import { describe, expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../support/deal.ts'
import { ABSENT, type Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { month, sendInvoice } from '../support/invoice.ts'
import { invoiceLock } from '../support/invoice-lock.ts'
import { givenPortal } from '../support/portal.ts'
import { storesNothing } from '../support/stores-nothing.ts'
import { moveClock } from '../support/test-clock.ts'
import { useOrganizationPerTest, useStranger, useTestApp } from '../support/use-app.ts'
import { runBehindLock, untilWaiting, whileLocked } from '../support/waiting.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
let now = NOW
const t = useTestApp({ now: () => now, atEnd: expectRollupsToAddUp })
const { api, organization } = useOrganizationPerTest(t)
const stranger = useStranger(t)

const REASON = 'We had to solve it ourselves'
const USED = '2026-03-10T08:30:00Z'

type Terms = { plan?: Fields; subscription?: Fields; usageDate?: string; record?: Fields }

/** Records an outcome of 3 units of a plan in which customers may ask for 30 days. */
async function givenOutcome({ plan, subscription, usageDate = USED, record }: Terms = {}) {
  now = NOW
  const deal = await givenDeal(api, {
    plan: { rejectionDays: 30, ...plan },
    subscription: { ...SINCE_JANUARY, ...subscription },
  })
  const { eventId: id } = await deal.use('ticket', 3, usageDate, record)
  const portal = await givenPortal(t, api, deal.customerId)
  const ask = (body: unknown = { reason: REASON }, eventId = id) =>
    portal.post(`/v1/portal/events/${eventId}/rejection-requests`, body)
  return {
    ...deal,
    id,
    portal,
    ask,
    asked: async (body?: unknown) => (await must(ask(body))).id as string,
    read: () => must(api.get(`/v1/events/${id}`)),
    shown: () => must(portal.get(`/v1/portal/events/${id}`)),
    withdraw: (requestId: string) =>
      portal.post(`/v1/portal/rejection-requests/${requestId}/withdraw`),
  }
}
type Outcome = Awaited<ReturnType<typeof givenOutcome>>

const accept = (id: string) => api.post(`/v1/rejection-requests/${id}/accept`, undefined)
const decline = (id: string, body: unknown = { reason: 'It holds' }) =>
  api.post(`/v1/rejection-requests/${id}/decline`, body)
const reject = (id: string, quantity?: number) =>
  api.post(`/v1/events/${id}/rejection`, { reason: 'Reopened', quantity })
const readRequest = (id: string) => must(api.get(`/v1/rejection-requests/${id}`))
const announced = async () =>
  (
    await t.database.pool.query(
      `select type from outbox_events where organization_id = $1 and type like 'outcome.%' order by id`,
      [organization.id],
    )
  ).rows.map(({ type }) => type)

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted()

describe('a customer', () => {
  test('asks to reject an outcome, which stays billed until the request is accepted', async () => {
    const outcome = await givenOutcome({
      record: { runId: 'run-7', evidenceUrl: 'https://help.example/4711' },
    })
    expect(await outcome.shown()).toEqual({
      id: outcome.id,
      runId: 'run-7',
      agentName: expect.any(String),
      signalName: 'ticket',
      usageDate: '2026-03-10T08:30:00.000Z',
      quantity: '3',
      rejectedQuantity: '0',
      evidenceUrl: 'https://help.example/4711',
      evidence: null,
      correctedAt: null,
      voidedAt: null,
      isRejectable: true,
      rejectableUntil: '2026-04-09',
      rejectionRequests: [],
    })
    const { status, body } = await outcome.ask({ reason: REASON, quantity: 2 })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      state: 'requested',
      eventId: outcome.id,
      runId: 'run-7',
      agentName: expect.any(String),
      signalName: 'ticket',
      usageDate: '2026-03-10T08:30:00.000Z',
      quantity: '2',
      reason: REASON,
      requestedAt: NOW.toISOString(),
      decidedAt: null,
      declineReason: null,
      restoredAt: null,
    })
    expect(await outcome.read()).toMatchObject({ rejectedQuantity: '0', rejections: [] })
    const { results } = await must(api.get('/v1/rejection-requests?state=requested'))
    expect(results).toMatchObject([
      {
        ...{ id: body.id, state: 'requested', eventId: outcome.id, quantity: '2', reason: REASON },
        ...{ customerId: outcome.customerId, customerExternalId: outcome.externalId },
        ...{ decidedAt: null, decidedBy: null, rejectionId: null, version: 1 },
      },
    ])
    const accepted = await accept(body.id)
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
    expect(accepted.body).toMatchObject({
      state: 'accepted',
      decidedAt: NOW.toISOString(),
      decidedBy: expect.stringMatching(/^api_key:/),
      version: 2,
    })
    const { rejectedQuantity, rejections } = await outcome.read()
    expect(rejectedQuantity).toBe('2')
    expect(rejections).toMatchObject([
      { id: accepted.body.rejectionId, quantity: '2', reason: REASON, state: 'accepted' },
    ])
    const decided = { ...body, state: 'accepted', decidedAt: NOW.toISOString() }
    const own = await must(outcome.portal.get('/v1/portal/rejection-requests'))
    expect(own.results).toEqual([decided])
    expect(await outcome.shown()).toMatchObject({
      ...{ rejectedQuantity: '2', isRejectable: false, rejectionRequests: [decided] },
    })
    expect(await announced()).toEqual(['outcome.rejection_requested', 'outcome.rejected'])
  })

  test('sees why a request was declined, and may ask again', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    const { status, body } = await decline(id, { reason: 'Another order' })
    expect([status, body.state, body.declineReason]).toEqual([200, 'declined', 'Another order'])
    const shown = await outcome.shown()
    expect(shown).toMatchObject({
      isRejectable: true,
      rejectionRequests: [{ state: 'declined', declineReason: 'Another order' }],
    })
    expect((await outcome.ask()).status).toBe(201)
    expect(await outcome.read()).toMatchObject({ rejectedQuantity: '0' })
    expect(await announced()).toEqual([
      'outcome.rejection_requested',
      'outcome.rejection_declined',
      'outcome.rejection_requested',
    ])
  })

  test('takes an open request back, once, and nothing else', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    const { status, body } = await outcome.withdraw(id)
    expect([status, body.state]).toEqual([200, 'withdrawn'])
    expect(await readRequest(id)).toMatchObject({
      ...{ state: 'withdrawn', decidedBy: `customer:${outcome.customerId}`, rejectionId: null },
    })
    const again = [await outcome.withdraw(id), await accept(id), await decline(id)]
    expect(statuses(again)).toEqual([409, 409, 409])
    const other = await outcome.asked()
    await must(accept(other))
    expect((await outcome.withdraw(other)).status).toBe(409)
    expect((await announced()).slice(0, 2)).toEqual([
      'outcome.rejection_requested',
      'outcome.rejection_withdrawn',
    ])
  })

  test('is accepted at once where the plan accepts automatically', async () => {
    const outcome = await givenOutcome({ plan: { autoAcceptRejections: true } })
    const { status, body } = await outcome.ask()
    expect([status, body.state, body.quantity]).toEqual([201, 'accepted', '3'])
    const { rejectedQuantity, rejections } = await outcome.read()
    expect(rejectedQuantity).toBe('3')
    expect(rejections).toMatchObject([
      { state: 'accepted', actor: `customer:${outcome.customerId}`, reason: REASON },
    ])
    const { decidedBy, rejectionId } = await readRequest(body.id)
    expect([decidedBy, rejectionId]).toEqual([null, rejections[0].id])
    expect(await announced()).toEqual(['outcome.rejection_requested', 'outcome.rejected'])
  })

  test('asks until the last day ends in the time zone of the subscription', async () => {
    // 9 March in New York.
    const outcome = await givenOutcome({
      plan: { rejectionDays: 10 },
      subscription: { timezone: 'America/New_York' },
      usageDate: '2026-03-10T03:59:59Z',
    })
    expect((await outcome.shown()).rejectableUntil).toBe('2026-03-19')
    now = new Date('2026-03-20T04:00:00Z')
    const portal = await givenPortal(t, api, outcome.customerId)
    const url = `/v1/portal/events/${outcome.id}`
    const ask = () => portal.post(`${url}/rejection-requests`, { reason: REASON })
    const late = await ask()
    expect([late.status, late.body.message]).toEqual([
      409,
      'The outcome could be rejected until 2026-03-19',
    ])
    expect((await must(portal.get(url))).isRejectable).toBe(false)
    now = new Date('2026-03-20T03:59:59.999Z')
    const { id } = await must(ask())
    now = new Date('2026-06-01T00:00:00Z')
    expect((await accept(id)).status).toBe(200)
  })

  test('asks by the test clock of the organization', async () => {
    const outcome = await givenOutcome({ plan: { rejectionDays: 20 } })
    await moveClock(api, '2026-03-31T00:00:00Z')
    expect((await outcome.ask()).body.message).toContain('until 2026-03-30')
    expect((await outcome.shown()).isRejectable).toBe(false)
  })

  test.each<[string, (outcome: Outcome) => Promise<unknown>]>([
    ['twice', ({ ask }) => must(ask())],
    ['about an outcome of which a unit is rejected', ({ id }) => must(reject(id, 1))],
    ['about a void event', ({ id }) => must(api.post(`/v1/events/${id}/void`, {}))],
    [
      'once the plan gives no days any more',
      ({ planId }) => must(api.patch(`/v1/pricing-plans/${planId}`, { rejectionDays: null })),
    ],
  ])('does not ask %s', async (_, prepare) => {
    const outcome = await givenOutcome()
    await prepare(outcome)
    expect(await outcome.shown()).toMatchObject({ isRejectable: false })
    await storesNothing(t.database.pool, async () => {
      expect((await outcome.ask()).status).toBe(409)
    })
  })

  test('does not ask about work of no subscription, or for more units than there are', async () => {
    const outcome = await givenOutcome({ usageDate: '2025-12-20T10:00:00Z' })
    expect((await outcome.ask()).status).toBe(409)
    expect(await outcome.shown()).toMatchObject({ isRejectable: false, rejectableUntil: null })
    const other = await givenOutcome()
    expect((await other.ask({ reason: REASON, quantity: 4 })).status).toBe(409)
  })

  test('asks at most ten times about an outcome', async () => {
    const outcome = await givenOutcome()
    for (let count = 0; count < 10; count += 1) await outcome.withdraw(await outcome.asked())
    expect((await outcome.ask()).status).toBe(409)
  })

  test('knows no event and no request of another customer or organization', async () => {
    const outcome = await givenOutcome()
    const other = await givenOutcome()
    const request = await other.asked()
    for (const id of [other.id, ABSENT]) {
      expect((await outcome.ask({ reason: REASON }, id)).status).toBe(404)
      expect((await outcome.portal.get(`/v1/portal/events/${id}`)).status).toBe(404)
    }
    for (const id of [request, ABSENT]) expect((await outcome.withdraw(id)).status).toBe(404)
    const own = await must(outcome.portal.get('/v1/portal/rejection-requests'))
    expect(own.results).toEqual([])
    for (const id of [request, ABSENT]) {
      const url = `/v1/rejection-requests/${id}`
      const answers = [
        await stranger.get(url),
        await stranger.post(`${url}/accept`, undefined),
        await stranger.post(`${url}/decline`, { reason: 'x' }),
      ]
      expect(statuses(answers)).toEqual([404, 404, 404])
    }
    expect((await must(stranger.get('/v1/rejection-requests'))).results).toEqual([])
    expect(await readRequest(request)).toMatchObject({ state: 'requested' })
  })

  test.each([
    [{}],
    [{ reason: '' }],
    [{ reason: 5 }],
    [{ reason: REASON, quantity: 0 }],
    [{ reason: REASON, quantity: 1.5 }],
    [{ reason: REASON, quantity: '1' }],
    [{ reason: REASON, state: 'accepted' }],
  ])('is refused with the body %j', async (body) => {
    const outcome = await givenOutcome()
    expect((await outcome.ask(body)).status).toBe(400)
  })
})

describe('a request', () => {
  test('is decided once, also if all decisions arrive together', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    const request = {
      lock: 'select from rejection_requests where customer_id = $1 and id = $2 for update',
      values: [outcome.customerId, id],
      sessions: 3,
    }
    const answers = await runBehindLock(t.database.pool, request, () =>
      Promise.all([accept(id), decline(id), outcome.withdraw(id)]),
    )
    expect(statuses(answers)).toEqual([200, 409, 409])
    const { state } = await readRequest(id)
    const { rejectedQuantity } = await outcome.read()
    expect(rejectedQuantity).toBe(state === 'accepted' ? '3' : '0')
    expect(await announced()).toHaveLength(2)
  })

  test('is one, if several arrive together', async () => {
    const outcome = await givenOutcome()
    const answers = await Promise.all([outcome.ask(), outcome.ask(), outcome.ask()])
    expect(statuses(answers)).toEqual([201, 409, 409])
    const automatic = await givenOutcome({ plan: { autoAcceptRejections: true } })
    const accepted = await Promise.all([automatic.ask(), automatic.ask(), reject(automatic.id)])
    expect(statuses(accepted)).toEqual([201, 409, 409])
    expect((await automatic.read()).rejections).toHaveLength(1)
  })

  test.each<[string, (outcome: Outcome) => Promise<unknown>]>([
    [
      'was amended to fewer units',
      ({ id }) => must(api.post(`/v1/events/${id}/amend`, { quantity: 2 })),
    ],
    ['was voided', ({ id }) => must(api.post(`/v1/events/${id}/void`, {}))],
    ['was rejected by the operator', ({ id }) => must(reject(id, 1))],
  ])('cannot be accepted once the event %s, and stays open', async (_, change) => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    await change(outcome)
    await storesNothing(t.database.pool, async () => {
      expect((await accept(id)).status).toBe(409)
    })
    expect(await readRequest(id)).toMatchObject({ state: 'requested', version: 1 })
    expect((await decline(id)).status).toBe(200)
  })

  test('is accepted or its event is voided, if both arrive together', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    const answers = await Promise.all([accept(id), api.post(`/v1/events/${outcome.id}/void`, {})])
    expect(statuses(answers)).toEqual([200, 409])
    const { voidedAt, rejectedQuantity } = await outcome.read()
    const isAccepted = (await readRequest(id)).state === 'accepted'
    expect([voidedAt === null, rejectedQuantity]).toEqual([isAccepted, isAccepted ? '3' : '0'])
  })

  test('that was accepted is withdrawn like any rejection, and its customer may ask again', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    await must(accept(id))
    await must(api.post(`/v1/events/${outcome.id}/rejection/withdraw`, {}))
    expect(await outcome.read()).toMatchObject({ rejectedQuantity: '0' })
    expect(await readRequest(id)).toMatchObject({
      ...{ state: 'accepted', restoredAt: NOW.toISOString(), version: 2 },
    })
    expect((await outcome.ask()).status).toBe(201)
  })

  test('needs a reason to be declined', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    for (const body of [{}, { reason: '' }, { reason: 1 }, { reason: 'x', state: 'accepted' }]) {
      expect((await decline(id, body)).status, JSON.stringify(body)).toBe(400)
    }
  })

  test('is listed by customer, event, signal and state', async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked()
    const other = await givenOutcome()
    await must(decline(await other.asked()))
    const listed = async (query: string) =>
      (await must(api.get(`/v1/rejection-requests?${query}`))).results.map(
        (one: { id: string }) => one.id,
      )
    for (const query of [
      `customerId=${outcome.customerId}`,
      `customerExternalId=${outcome.externalId}`,
      `eventId=${outcome.id}`,
      `agentId=${outcome.agentId}`,
      `signalId=${outcome.signalIds.ticket}`,
      'state=requested',
    ]) {
      expect(await listed(query), query).toEqual([id])
    }
    expect(await listed('')).toHaveLength(2)
  })
})

describe('while its invoice is being sent', () => {
  const MARCH = month('2026-03-01', '2026-04-01')
  const APRIL = month('2026-04-01', '2026-05-01')
  const givenAsked = async () => {
    const outcome = await givenOutcome()
    const id = await outcome.asked({ reason: REASON, quantity: 2 })
    now = new Date('2026-05-02T00:00:00Z')
    return { outcome, id, draft: await outcome.generate(MARCH) }
  }
  const settled = async (outcome: Outcome) => {
    const next = await sendInvoice(api, await outcome.generate(APRIL))
    const window = 'startDate=2026-03-01&endDate=2026-05-31'
    expect((await must(api.get(`/v1/analytics/reconciliation?${window}`))).isBalanced).toBe(true)
    return next.subtotal
  }

  test('a request that is accepted afterwards is settled by the next one', async () => {
    const { outcome, id, draft } = await givenAsked()
    const event = {
      lock: 'select from usage_events where customer_id = $1 and id = $2 for update',
      values: [outcome.customerId, outcome.id],
    }
    const { sent, accepting } = await whileLocked(t.database.pool, event, async () => {
      const accepting = accept(id)
      await untilWaiting(t.database.pool, 1)
      return { sent: await sendInvoice(api, draft), accepting: [accepting] }
    })
    expect(statuses(await Promise.all(accepting))).toEqual([200])
    expect([sent.subtotal, await settled(outcome)]).toEqual([3, -2])
  })

  test('a request that is accepted before is in it', async () => {
    const { outcome, id, draft } = await givenAsked()
    const invoice = invoiceLock({ ...draft, customerId: outcome.customerId })
    const { sending } = await whileLocked(t.database.pool, invoice, async () => {
      const sending = sendInvoice(api, draft)
      await untilWaiting(t.database.pool, 1)
      await must(accept(id))
      return { sending: [sending] }
    })
    const [sent] = await Promise.all(sending)
    expect([sent?.subtotal, await settled(outcome)]).toEqual([1, 0])
  })
})

describe('the days of a plan', () => {
  test.each([0, -1, 366, 1.5, '30', true])('are not %j', async (rejectionDays) => {
    const { planId } = await givenDeal(api)
    const { status } = await api.patch(`/v1/pricing-plans/${planId}`, { rejectionDays })
    expect(status).toBe(400)
  })

  test('are none at first, change with its version, and are copied', async () => {
    const { planId } = await givenDeal(api)
    const url = `/v1/pricing-plans/${planId}`
    const before = await must(api.get(url))
    expect(before).toMatchObject({ rejectionDays: null, autoAcceptRejections: false })
    const terms = { rejectionDays: 14, autoAcceptRejections: true }
    const changed = await must(api.patch(url, terms))
    expect(changed).toMatchObject({ ...terms, version: before.version + 1 })
    expect(await must(api.patch(url, { name: 'New' }))).toMatchObject(terms)
    expect(await must(api.post(`${url}/copy`, undefined))).toMatchObject(terms)
  })
})
