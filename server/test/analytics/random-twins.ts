import type { Api } from '../support/app.ts'
import { givenCustomer, givenSubscription } from '../support/given.ts'
import type { Random } from './random.ts'

export type Deal = { customerId: string; subscriptionId: string; start: Date; end: Date }

/** Creates deals with identical terms, for customers whose usage may differ. */
export async function givenTwins(
  api: Api,
  random: Random,
  { offer, names }: { offer: { planId: string; agentId: string }; names: readonly string[] },
) {
  const terms = {
    planId: offer.planId,
    agentId: offer.agentId,
    seatsCount: random.integer(0, 3),
    startDate: random.pick(['2025-12-05', '2025-12-31', '2026-02-14']),
    timezone: random.pick(['UTC', 'America/New_York', 'Asia/Kathmandu']),
  }
  const twins: Deal[] = []
  for (const name of names) {
    const { id: customerId } = await givenCustomer(api, { name, externalId: name })
    const { id } = await givenSubscription(api, { customerId, ...terms })
    const start = new Date(terms.startDate)
    twins.push({ customerId, subscriptionId: id, start, end: start })
  }
  return twins
}

/**
 * Invoices the same window of each twin: a whole period, a part of one, or one that begins within a
 * quarter of an hour.
 */
export async function invoiceTwins(api: Api, random: Random, twins: readonly Deal[]) {
  for (const month of [1, 2, 3, 4]) {
    if (random.chance(30)) continue
    const day = String(random.integer(1, 28)).padStart(2, '0')
    const start = `2026-0${month}-${day}`
    const end = `2026-0${month}-28T${random.pick(['00:00:00', '07:15:00', '12:34:56'])}Z`
    const window = {
      billingPeriodStart: start,
      ...(random.chance(40) && day < '27' ? { billingPeriodEnd: end } : {}),
    }
    const isVoided = random.chance(20)
    for (const { customerId, subscriptionId } of twins) {
      if (random.chance(10)) continue
      const draft = await api.post('/v1/invoices/generate', {
        customerId,
        subscriptionId,
        ...window,
      })
      if (draft.status !== 201) continue
      const sent = await api.post(`/v1/invoices/${draft.body.id}/send`, undefined)
      if (sent.status !== 200) continue
      if (isVoided) await api.post(`/v1/invoices/${draft.body.id}/void`, undefined)
      else if (random.chance(30)) await payAndRefund(api, draft.body.id)
    }
  }
}

export async function payAndRefund(api: Api, id: string) {
  const { body: invoice } = await api.get(`/v1/invoices/${id}`)
  if (Number(invoice.amountDue) < 2) return
  const payment = { amount: invoice.amountDue, method: 'cash' }
  const { body } = await api.post(`/v1/invoices/${id}/payments`, payment)
  await api.post(`/v1/invoices/${id}/payments/${body.id}/refund`, { amount: 1 })
}
