import { expect, test } from 'vitest'
import { invoicingBody } from './invoicing-values.ts'

const VALUES = {
  currency: ' eur ',
  graceHours: '48',
  reminderDays: '3, 7;14 ',
  invoiceFooter: ' ',
  emailOnPayment: true,
  emailOnRefund: false,
  emailOnCredit: true,
  alertOnCredit: false,
  lowCreditAmount: '',
  emailOnVoid: false,
  accountLinkInMails: false,
  allowOverlappingSubscriptions: false,
}

test('typed values are converted to a request body', () => {
  expect(invoicingBody(VALUES)).toMatchObject({
    currency: 'EUR',
    graceHours: 48,
    reminderDays: [3, 7, 14],
    invoiceFooter: null,
    emailOnPayment: true,
  })
  expect(invoicingBody({ ...VALUES, reminderDays: '' }).reminderDays).toEqual([])
})

test('an invalid number is sent unchanged', () => {
  const body = invoicingBody({ ...VALUES, graceHours: '1.5', reminderDays: '3, soon' })
  expect(body).toMatchObject({ graceHours: '1.5', reminderDays: [3, 'soon'] })
})
