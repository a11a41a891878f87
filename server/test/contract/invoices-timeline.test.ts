import { expect, test } from 'vitest'
import { must } from '../support/app.ts'
import { FEE, givenDeal } from '../support/deal.ts'
import { INVOICES, MARCH, payInvoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { useTestApp } from '../support/use-app.ts'

let now = new Date('2026-04-02T12:00:00Z')
const t = useTestApp({ now: () => now })
const on = (day: string) => {
  now = new Date(`${day}T12:00:00Z`)
}

type Happening = { type: string; at: string; [part: string]: unknown }
const timelineOf = async (id: string): Promise<Happening[]> =>
  (await must(t.api.get(`${INVOICES}/${id}/timeline`))).results
const inShort = (all: Happening[]) => all.map(({ type, at }) => `${type} ${at.slice(0, 10)}`)

async function givenDraft() {
  on('2026-04-02')
  const deal = await givenDeal(t.api, { prices: [FEE] })
  return { ...deal, draft: await deal.generate(MARCH) }
}

test('an invoice lists its events in order', async () => {
  const { draft, email } = await givenDraft()
  on('2026-04-03')
  await sendInvoice(t.api, draft)
  on('2026-04-10')
  const { payments } = await payInvoice(t.api, draft, 49)
  on('2026-04-12')
  const refund = { amount: 9, reason: 'Two jobs failed' }
  await must(t.api.post(`${INVOICES}/${draft.id}/payments/${payments[0]?.id}/refund`, refund))

  const timeline = await timelineOf(draft.id)
  expect(inShort(timeline)).toEqual([
    'drafted 2026-04-02',
    'finalized 2026-04-03',
    'issued 2026-04-03',
    'mailed 2026-04-03',
    'paid_in 2026-04-10',
    'paid 2026-04-10',
    'refund 2026-04-12',
  ])
  const of = (type: string) => timeline.find((one) => one.type === type)
  expect(of('mailed')).toMatchObject({ mail: { kind: 'invoice', to: email, cc: [] } })
  expect(of('paid_in')).toMatchObject({
    payment: { amount: 49, method: 'bank_transfer', reference: 'R1', status: 'succeeded' },
  })
  expect(of('refund')).toMatchObject({ refund: { ...refund, status: 'succeeded' } })
})

test('a draft names when the billing clock sends it, and one on request does not', async () => {
  const { draft, generate } = await givenDraft()
  const sendsAt = async (id: string) =>
    (await must(t.api.get(`${INVOICES}/${id}/timeline`))).sendsAt
  expect(await sendsAt(draft.id)).toBeNull()
  const present = await generate({})
  const graceEnd = new Date(present.periodEnd)
  graceEnd.setUTCDate(graceEnd.getUTCDate() + 1)
  expect(await sendsAt(present.id)).toBe(graceEnd.toISOString())
  await sendInvoice(t.api, present)
  expect(await sendsAt(present.id)).toBeNull()
})

test('a voided invoice shows the reason, and the customer does not see it', async () => {
  const { draft } = await givenDraft()
  await sendInvoice(t.api, draft)
  on('2026-04-05')
  await must(t.api.post(`${INVOICES}/${draft.id}/void`, { reason: ' Wrong plan ' }))
  expect((await timelineOf(draft.id)).at(-1)).toMatchObject({
    type: 'voided',
    at: '2026-04-05T12:00:00.000Z',
    reason: 'Wrong plan',
  })
  expect(await readInvoice(t.api, draft.id)).toMatchObject({ voidReason: 'Wrong plan' })
  const { results } = await must(t.api.get(`/v1/emails?invoiceId=${draft.id}`))
  for (const { id } of results) {
    const { html, text } = await must(t.api.get(`/v1/emails/${id}`))
    expect(html + text).not.toContain('Wrong plan')
  }
})

test('a reason of nothing is none', async () => {
  const { draft } = await givenDraft()
  const voiding = (body: object) => t.api.post(`${INVOICES}/${draft.id}/void`, body)
  expect((await must(voiding({ reason: '  ' }))).voidReason).toBeNull()
})
