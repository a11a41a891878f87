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
] as const)('what can be done with an invoice that is %s', (status, next, others) => {
  const invoice = { status, payments: [], subscriptionId: 's' }
  expect(actionsOf(invoice)).toEqual({ next, others })
})

test('money that was taken can be given back, and is before the invoice is taken back', () => {
  const partly = { status: 'issued', payments: [PAYMENT], subscriptionId: 's' } as const
  expect(actionsOf(partly).others).toEqual(['sendAgain', 'refund'])
  const paid = { status: 'paid', payments: [PAYMENT], subscriptionId: 's' } as const
  expect(actionsOf(paid).others).toEqual(['refund'])
  const back = { ...paid, payments: [{ ...PAYMENT, amountRefunded: 49 }] }
  expect(actionsOf(back).others).toEqual([])
})

test('a draft that follows from no subscription is not computed again', () => {
  const draft = { status: 'draft', payments: [], subscriptionId: null } as const
  expect(actionsOf(draft).others).toEqual(['void'])
})
