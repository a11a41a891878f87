import { expect, test } from 'vitest'
import { itemsOf } from './attention-items.ts'

const NOTHING = {
  uncostedEvents: 0,
  overdue: [],
  failedCharges: 0,
  failedMails: 0,
  draftsGoingOut: 0,
  firstDraftAt: null,
}

test('what is in order is not named', () => {
  expect(itemsOf(NOTHING)).toEqual([])
})

test('each thing is named with its number, and money by currency', () => {
  const overdue = [
    { currency: 'EUR', count: 1, amount: 49 },
    { currency: 'USD', count: 2, amount: 119.5 },
  ]
  const texts = itemsOf({ ...NOTHING, uncostedEvents: 1412, overdue, draftsGoingOut: 1 }).map(
    ({ text }) => text,
  )
  expect(texts).toEqual([
    '1,412 events without a cost',
    '1 invoice overdue, €49.00 to be paid',
    '2 invoices overdue, $119.50 to be paid',
    '1 draft goes out within 24 hours',
  ])
})
