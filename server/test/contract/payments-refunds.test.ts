import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf, must } from '../support/app.ts'
import { givenDeal, givenIssuedInvoice } from '../support/deal.ts'
import type { Fields } from '../support/given.ts'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import { INVOICES, type Invoice, payInvoice, readInvoice, sendInvoice } from '../support/invoice.ts'
import { times } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

let invoice: Invoice

const t = useTestApp({ now: () => new Date('2026-04-20T12:00:00Z'), atEnd: expectRollupsToAddUp })
const { api } = useOrganizationPerTest(t)

beforeEach(async () => {
  invoice = await payInvoice(api, await givenIssuedInvoice(api, 100), 100)
})

const paymentOf = ({ payments }: Invoice, index = 0) => payments[index]?.id ?? ''
const urlOf = (of: Invoice, index = 0) =>
  `${INVOICES}/${of.id}/payments/${paymentOf(of, index)}/refund`
const refund = (body?: Fields, of = invoice, index = 0) => api.post(urlOf(of, index), body)
/** Returns the refunded amount and the resulting status. */
const standing = async ({ id } = invoice) => {
  const { status, amountRefunded } = await readInvoice(api, id)
  return [status, Number(amountRefunded)]
}

describe('a refund', () => {
  test('of a part leaves the invoice paid and is deducted from the collected amount', async () => {
    const { status } = await refund({ amount: 30, reason: 'One report was wrong' })
    expect(status).toBe(201)
    expect(await standing()).toEqual(['paid', 30])
    const { payments, amountDue, total } = await readInvoice(api, invoice.id)
    expect([payments.length, Number(amountDue), total]).toEqual([1, 0, 100])
  })

  test.each<[string, Fields | undefined]>([
    ['no body', undefined],
    ['an empty body', {}],
    ['the whole amount', { amount: 100 }],
  ])('with %s refunds the whole and makes the invoice refunded', async (_, body) => {
    expect((await refund(body)).status).toBe(201)
    expect(await standing()).toEqual(['refunded', 100])
    expect((await readInvoice(api, invoice.id)).payments).toHaveLength(1)
  })

  test('without an amount refunds all that is left', async () => {
    await refund({ amount: 33.34 })
    expect(await standing()).toEqual(['paid', 33.34])
    expect((await refund({})).status).toBe(201)
    expect(await standing()).toEqual(['refunded', 100])
  })

  test('in parts makes the invoice refunded with the last', async () => {
    for (const amount of [40, 59.99]) await refund({ amount })
    expect(await standing()).toEqual(['paid', 99.99])
    await refund({ amount: 0.01 })
    expect(await standing()).toEqual(['refunded', 100])
  })

  test.each([100.01, 1000])('of %d, more than was paid, is a 409', async (amount) => {
    expect((await refund({ amount })).status).toBe(409)
    expect(await standing()).toEqual(['paid', 0])
  })

  test('of more than is left is a 409', async () => {
    await refund({ amount: 70 })
    expect((await refund({ amount: 30.01 })).status).toBe(409)
    expect(await standing()).toEqual(['paid', 70])
    expect((await refund({ amount: 30 })).status).toBe(201)
  })

  test('of a payment that was refunded is a 409', async () => {
    await refund()
    expect((await refund()).status).toBe(409)
    expect((await refund({ amount: 1 })).status).toBe(409)
    expect(await standing()).toEqual(['refunded', 100])
  })

  test('is answered with its reason and kept with the payment', async () => {
    const { body } = await refund({ amount: 30, reason: 'One report was wrong' })
    expect(body).toMatchObject({ id: expect.any(String), reason: 'One report was wrong' })
    expect(Number(body.amount)).toBe(30)
    const [payment] = (await readInvoice(api, invoice.id)).payments
    expect([payment?.amount, payment?.amountRefunded].map(Number)).toEqual([100, 30])
  })

  test('of one of two payments leaves the other', async () => {
    let both = await payInvoice(api, await givenIssuedInvoice(api, 100), 60)
    both = await payInvoice(api, both, 40)
    const first = both.payments.findIndex(({ amount }) => Number(amount) === 60)
    expect((await refund({ amount: 60.01 }, both, first)).status).toBe(409)
    expect((await refund({}, both, first)).status).toBe(201)
    expect(await standing(both)).toEqual(['paid', 60])
    expect((await refund({}, both, 1 - first)).status).toBe(201)
    expect(await standing(both)).toEqual(['refunded', 100])
  })

  test.each<[string, Fields]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: 'all' }],
  ])('is refused with 400 naming %s: %j', async (field, body) => {
    const answer = await refund(body)
    expect(answer.status).toBe(400)
    expect(messageOf(answer)).toContain(field)
    expect(await standing()).toEqual(['paid', 0])
  })

  test('by another invoice is a 404', async () => {
    const other = await givenIssuedInvoice(api, 100)
    const cross = `${INVOICES}/${other.id}/payments/${paymentOf(invoice)}/refund`
    expect((await api.post(cross, {})).status).toBe(404)
    expect(await standing()).toEqual(['paid', 0])
  })

  test('of a part payment leaves that part due again, and it can be paid', async () => {
    const part = await payInvoice(api, await givenIssuedInvoice(api, 100), 40)
    expect((await refund({}, part)).status).toBe(201)
    expect(await readInvoice(api, part.id)).toMatchObject({ status: 'issued', amountDue: 100 })
    expect(await payInvoice(api, part, 60)).toMatchObject({ status: 'issued', amountDue: 40 })
    expect(await payInvoice(api, part, 40)).toMatchObject({ status: 'paid', amountDue: 0 })
  })
})

describe('refunds at once', () => {
  test('never exceed the amount paid: the later ones are 409', async () => {
    const answers = await Promise.all(times(6, () => refund({ amount: 40 })))
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409])
    expect(await standing()).toEqual(['paid', 80])
  })

  test('of all that is left refund once', async () => {
    const answers = await Promise.all(times(5, () => refund()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await standing()).toEqual(['refunded', 100])
  })

  test('of two payments refund both, and the invoice is refunded', async () => {
    let both = await payInvoice(api, await givenIssuedInvoice(api, 100), 60)
    both = await payInvoice(api, both, 40)
    await Promise.all([refund({}, both, 0), refund({}, both, 1)])
    expect(await standing(both)).toEqual(['refunded', 100])
  })
})

test('a refunded invoice does not release its period', async () => {
  const deal = await givenDeal(api, { prices: [{ chargeType: 'recurring', rate: 100 }] })
  const paid = await payInvoice(api, await sendInvoice(api, await deal.generate()), 100)
  await must(api.post(urlOf(paid), {}))
  expect((await api.post(`${INVOICES}/generate`, deal.ids)).status).toBe(409)
})
