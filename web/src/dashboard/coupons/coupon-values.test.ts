import { expect, test } from 'vitest'
import { NO_COUPON, problemsOf, toBody } from './coupon-values.ts'

test('only selected values are sent, as typed', () => {
  const typed = {
    ...NO_COUPON,
    name: ' Launch ',
    percentOff: '33.3333',
    amountOff: '50.00',
    currency: 'eur',
    durationPeriods: '3',
  }
  expect(toBody(typed, 'USD')).toEqual({ name: 'Launch', percentOff: '33.3333', duration: 'once' })
  expect(toBody({ ...typed, off: 'amount', duration: 'repeating' }, 'USD')).toEqual({
    name: 'Launch',
    amountOff: '50.00',
    currency: 'EUR',
    duration: 'repeating',
    durationPeriods: 3,
  })
  expect(toBody({ ...typed, off: 'amount', currency: ' ' }, 'USD')).toMatchObject({
    currency: 'USD',
  })
})

test.each(['', '0', '1.5', '-1', 'three'])('%j is not a number of invoices', (durationPeriods) => {
  const values = { ...NO_COUPON, durationPeriods }
  expect(problemsOf({ ...values, duration: 'repeating' })).toHaveProperty('durationPeriods')
  expect(problemsOf({ ...values, duration: 'once' })).toEqual({})
})
