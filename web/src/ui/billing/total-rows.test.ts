import { expect, test } from 'vitest'
import type { BillTotals } from './bill.ts'
import { totalRows } from './total-rows.ts'

const BILL: BillTotals = {
  currency: 'EUR',
  subtotal: 100,
  discounts: [],
  promotions: [],
  taxes: [],
  netTotal: 100,
  creditTotal: 0,
  total: 100,
  amountDue: 100,
}
const rowsOf = (bill: Partial<BillTotals>) =>
  totalRows({ ...BILL, ...bill }, 'Europe/Berlin').map(({ label, amount }) => [label, amount])

const PAYMENT = {
  id: 'p',
  method: 'bank_transfer',
  status: 'succeeded',
  amount: 60,
  amountRefunded: 10,
  reference: 'ZX-1',
  provider: null,
  paidAt: '2026-03-31T22:30:00.000Z',
}

test('a plain invoice has one figure', () => {
  expect(rowsOf({})).toEqual([['Total due', '€100.00']])
  const running = totalRows(BILL, 'Europe/Berlin', { isRunning: true })
  expect(running.map(({ label }) => label)).toEqual(['Total so far'])
})

test('discounts, taxes and payments appear in the order of computation', () => {
  const rows = rowsOf({
    discounts: [
      {
        name: 'Welcome',
        percentOff: 12.5,
        amount: 12.5,
      },
    ],
    taxes: [
      {
        name: 'VAT',
        percentage: 19,
        isInclusive: false,
        amount: 16.63,
      },
    ],
    netTotal: 87.5,
    creditTotal: 4.13,
    total: 100,
    amountDue: 40,
    payments: [PAYMENT, { ...PAYMENT, id: 'failed', status: 'failed' }],
    amountRefunded: 10,
  })
  expect(rows).toEqual([
    ['Subtotal', '€100.00'],
    ['Welcome (12.5% off)', '−€12.50'],
    ['Net total', '€87.50'],
    ['VAT 19%', '€16.63'],
    ['Credit', '−€4.13'],
    ['Total', '€100.00'],
    ['Paid 1 Apr 2026 by bank transfer (ZX-1), of which €10.00 refunded', '−€60.00'],
    ['Refunded', '€10.00'],
    ['Amount due', '€40.00'],
  ])
})

test('promotional credit is deducted before the total', () => {
  const promotions = [{ name: 'Gift', amount: 30 }]
  expect(rowsOf({ promotions, netTotal: 70, total: 70, amountDue: 70 })).toEqual([
    ['Subtotal', '€100.00'],
    ['Gift', '−€30.00'],
    ['Total due', '€70.00'],
  ])
})

test('credit left to the customer has its own label and the opposite sign', () => {
  expect(rowsOf({ subtotal: -5, netTotal: -5, creditTotal: -5, total: 0, amountDue: 0 })).toEqual([
    ['Subtotal', '−€5.00'],
    ['Left as credit for later invoices', '€5.00'],
    ['Total due', '€0.00'],
  ])
})
