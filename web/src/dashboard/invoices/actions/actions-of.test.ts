import { expect, test } from 'vitest'
import { actionsOf } from './actions-of.ts'

const PAYMENT = {
  id: 'p',
  method: 'card',
  status: 'succeeded',
  amount: 49,
  amountRefunded: 0,
  reference: null,
  provider: null,
  paidAt: null,
}

test.each([
  ['draft', 'send', ['recalculate', 'void']],
  ['pending', 'send', ['recordPayment', 'void']],
  ['issued', 'recordPayment', ['sendAgain', 'void']],
  ['overdue', 'recordPayment', ['sendAgain', 'void']],
  ['paid', undefined, []],
  ['void', undefined, []],
  ['refunded', undefined, []],
] as const)('actions of an invoice with status %s', (status, next, others) => {
  const invoice = { status, payments: [], subscriptionId: 's' }
  expect(actionsOf(invoice)).toEqual({ next, others })
})

test('a payment can be refunded, and must be before the invoice is voided', () => {
  const partly = { status: 'issued', payments: [PAYMENT], subscriptionId: 's' } as const
  expect(actionsOf(partly).others).toEqual(['sendAgain', 'refund'])
  const paid = { status: 'paid', payments: [PAYMENT], subscriptionId: 's' } as const
  expect(actionsOf(paid).others).toEqual(['refund'])
  const back = { ...paid, payments: [{ ...PAYMENT, amountRefunded: 49 }] }
  expect(actionsOf(back).others).toEqual([])
})

test('a draft without a subscription cannot be recalculated', () => {
  const draft = { status: 'draft', payments: [], subscriptionId: null } as const
  expect(actionsOf(draft).others).toEqual(['void'])
})
