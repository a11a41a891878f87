import { expect, test } from 'vitest'
import { invoicingBody } from './invoicing-values.ts'

const ACCOUNTS = {
  ...{ cash: '1000', receivables: '', creditClearing: ' ', taxPayable: ' 2200 ' },
  ...{ customerCredit: '1', deferredRevenue: '2', revenue: '3', discounts: '4', promotions: '5' },
  ...{ refunds: '6', breakage: '7' },
}
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
  ledgerAccounts: ACCOUNTS,
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

test('an empty code of an account restores the default', () => {
  expect(invoicingBody(VALUES).ledgerAccounts).toEqual({
    ...ACCOUNTS,
    ...{ receivables: null, creditClearing: null, taxPayable: '2200' },
  })
})

test('an invalid number is sent unchanged', () => {
  const body = invoicingBody({ ...VALUES, graceHours: '1.5', reminderDays: '3, soon' })
  expect(body).toMatchObject({ graceHours: '1.5', reminderDays: [3, 'soon'] })
})
