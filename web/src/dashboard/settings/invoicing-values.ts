import type { OrganizationUpdate } from '../../api/api-types.ts'

/** What the fields of the page hold: figures as they are typed. */
export type InvoicingValues = {
  currency: string
  graceHours: string
  reminderDays: string
  invoiceFooter: string
  emailOnPayment: boolean
  emailOnRefund: boolean
  emailOnVoid: boolean
  accountLinkInMails: boolean
  allowOverlappingSubscriptions: boolean
}

/** What is no whole number goes as it is, so that the service says what is wrong with it. */
export function invoicingBody(values: InvoicingValues): OrganizationUpdate {
  const { currency, graceHours, reminderDays, invoiceFooter, ...flags } = values
  const days = reminderDays.split(/[\s,;]+/).filter((day) => day !== '')
  return {
    ...flags,
    currency: currency.trim().toUpperCase(),
    graceHours: wholeNumber(graceHours),
    reminderDays: days.map(wholeNumber),
    invoiceFooter: invoiceFooter.trim() || null,
  }
}

const wholeNumber = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : text) as number
