import { expect, test } from 'vitest'
import { itemsOf } from './attention-items.ts'

const NOTHING = {
  uncostedEvents: 0,
  eventsWithoutTokens: 0,
  unpriced: { quantity: 0, eventCount: 0, cost: 0 },
  overdue: [],
  failedCharges: 0,
  failedMails: 0,
  disabledWebhooks: 0,
  draftsGoingOut: 0,
  firstDraftAt: null,
  unbilledSubscriptions: 0,
  unbilledTime: [],
}

test('items with a count of zero are omitted', () => {
  expect(itemsOf(NOTHING)).toEqual([])
})

test('each item has its count, and amounts are listed by currency', () => {
  const overdue = [
    { currency: 'EUR', count: 1, amount: 49 },
    { currency: 'USD', count: 2, amount: 119.5 },
  ]
  const texts = itemsOf({
    ...NOTHING,
    uncostedEvents: 1412,
    eventsWithoutTokens: 1,
    unpriced: { quantity: 600, eventCount: 513, cost: 831.22 },
    overdue,
    disabledWebhooks: 1,
    draftsGoingOut: 1,
  }).map(({ text }) => text)
  expect(texts).toEqual([
    '1,412 events without a cost',
    '1 event without tokens in the last 30 days',
    'Unpriced work in the last 30 days: 513 events, at a cost of $831.22',
    '1 invoice overdue, €49.00 due',
    '2 invoices overdue, $119.50 due',
    '1 webhook endpoint was disabled after failed deliveries',
    '1 draft to be sent within 24 hours',
  ])
})

test('a subscription with unbilled time appears once with the reason, and the rest is counted', () => {
  const time = {
    start: '2026-02-01T00:00:00.000Z',
    end: '2026-03-01T00:00:00.000Z',
    reason: 'voided' as const,
    invoiceId: 'invoice',
    invoiceNumber: 'INV-000012',
    subscriptionId: 'one',
    subscriptionName: 'Acme Pro',
    customerId: 'customer',
    customerExternalId: null,
  }
  const draft = {
    ...time,
    subscriptionId: 'two',
    reason: 'draft' as const,
    subscriptionName: 'Beta',
  }
  const items = itemsOf({
    ...NOTHING,
    unbilledSubscriptions: 3,
    unbilledTime: [time, { ...time, reason: 'draft' }, draft],
  })
  expect(items.map(({ text, subscriptionId }) => [text, subscriptionId])).toEqual([
    ['Unbilled time on Acme Pro: INV-000012 was voided', 'one'],
    ['Unbilled time on Beta: INV-000012 is a draft that won’t be finalized automatically', 'two'],
    ['Unbilled time on 1 more subscription', undefined],
  ])
})
