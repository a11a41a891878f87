import type { OrganizationUpdate } from '../../api/api-types.ts'

/** Form values; numbers are typed text. */
export type InvoicingValues = {
  currency: string
  graceHours: string
  reminderDays: string
  invoiceFooter: string
  emailOnPayment: boolean
  emailOnRefund: boolean
  emailOnVoid: boolean
  emailOnCredit: boolean
  alertOnCredit: boolean
  /** Empty: none. */
  lowCreditAmount: string
  accountLinkInMails: boolean
  allowOverlappingSubscriptions: boolean
}

/**
 * Converts the form to a request body. Invalid numbers are sent unchanged, so that the service
 * reports them.
 */
export function invoicingBody(values: InvoicingValues): OrganizationUpdate {
  const { currency, graceHours, reminderDays, invoiceFooter, lowCreditAmount, ...flags } = values
  const days = reminderDays.split(/[\s,;]+/).filter((day) => day !== '')
  return {
    ...flags,
    currency: currency.trim().toUpperCase(),
    graceHours: wholeNumber(graceHours),
    reminderDays: days.map(wholeNumber),
    invoiceFooter: invoiceFooter.trim() || null,
    // Text, because parsing could round it.
    lowCreditAmount: lowCreditAmount.trim() || null,
  }
}

const wholeNumber = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : text) as number
