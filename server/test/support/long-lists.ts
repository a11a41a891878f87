import { must, type TestApp } from './app.ts'
import { createCaller } from './callers.ts'
import { givenOffer, givenStrategies, givenSubscription, unique } from './given.ts'
import { insertInvoice } from './given-invoice.ts'
import { GENERATE, sendInvoice } from './invoice.ts'
import { documentedRoutes, type Route } from './openapi.ts'
import { givenPerson } from './people.ts'
import { givenPortalLink } from './portal.ts'
import { sms } from './usage.ts'
import { givenWorld, type World } from './world.ts'

/** Returns a world in which each list has at least three rows, and invoices and links more than a hundred. */
export async function givenLongLists(t: TestApp): Promise<World> {
  const world = await givenWorld(t, t.api)
  for (let more = 0; more < 2; more += 1) await givenWorld(t, t.api)
  const { customerId, subscriptionId, planId } = world
  const call = await createCaller(t, customerId)
  const send = async (name: string, body: unknown) =>
    must(call(routeOf(name), routeOf(name).path, body))
  const fee = { chargeType: 'recurring', rate: 1 }
  await givenStrategies(t.api, planId, fee, fee)
  for (const seatsCount of [1, 2, 3]) {
    await must(t.api.patch(`/v1/subscriptions/${subscriptionId}`, { seatsCount }))
    await givenPerson(t, { role: 'viewer', organizationId: t.organization.id })
    await send('POST /v1/invitations', { email: `${unique('invited')}@acme.test`, role: 'viewer' })
  }
  for (const amount of [1, 2]) {
    await must(
      t.api.post(`/v1/customers/${customerId}/credit-payouts`, { amount, currency: 'USD' }),
    )
    const grant = { kind: 'promotional', currency: 'USD', amount }
    await must(t.api.post(`/v1/customers/${customerId}/credit-grants`, grant))
    const topUp = { amount, currency: 'USD', method: 'checkout' }
    await must(t.api.post(`/v1/customers/${customerId}/top-ups`, topUp))
  }
  await send('POST /v1/api-keys', { name: 'third', type: 'secret' })
  // These lists do not say which limit they took: more than a hundred rows do.
  for (let more = 0; more < 101; more += 1) {
    const periodStart = new Date(Date.UTC(2020, 0, more)).toISOString()
    const periodEnd = new Date(Date.UTC(2020, 0, more + 1)).toISOString()
    await insertInvoice(t, { customerId, subscriptionId, periodStart, periodEnd })
    await givenPortalLink(t.api, customerId)
  }
  const { eventIds, ...line } = await givenUsageLine(t, world)
  const ask = routeOf('POST /v1/portal/events/{eventId}/rejection-requests')
  for (const eventId of eventIds) {
    await must(call(ask, ask.path.replace('{eventId}', eventId), { reason: 'Reopened' }))
  }
  return { ...world, ...line }
}

/** Issues an invoice to the customer, with a line over several events, which it may ask to reject. */
async function givenUsageLine(t: TestApp, { customerId, externalId }: World) {
  const { agentId, agentCode, planId, shortName } = await givenOffer(t.api)
  await must(t.api.patch(`/v1/pricing-plans/${planId}`, { rejectionDays: 30 }))
  const offer = { customerId, planId, agentId }
  const { id: subscriptionId } = await givenSubscription(t.api, offer)
  const work = { customerExternalId: externalId, agentCode, signalName: shortName }
  const days = ['08', '09', '10', '11']
  const records = days.map((day) => sms({ ...work, usageDate: `2026-03-${day}` }))
  await must(t.api.record(...records))
  const draft = await must(t.api.post(GENERATE, { customerId, subscriptionId }))
  const invoice = await sendInvoice(t.api, draft, { recipientEmail: 'ann@acme.test' })
  const line = invoice.lineItems.find(({ type }) => type === 'usage')
  const { results } = await must(t.api.get(`/v1/events?agentId=${agentId}`))
  const eventIds = results.map(({ id }: { id: string }) => id) as string[]
  return { invoiceId: invoice.id, lineId: line?.id ?? '', eventIds }
}

function routeOf(name: string): Route {
  const found = documentedRoutes().find((route) => route.name === name)
  if (!found) throw new Error(`${name} is no route`)
  return found
}
