import type { Organization, OrganizationUpdate } from '../../api/api-types.ts'

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
  /** Codes as typed; empty: the default. */
  ledgerAccounts: Organization['ledgerAccounts']
}

/**
 * Converts the form to a request body. Invalid numbers are sent unchanged, so that the service
 * reports them.
 */
export function invoicingBody(values: InvoicingValues): OrganizationUpdate {
  const { currency, graceHours, reminderDays, invoiceFooter, lowCreditAmount, ...others } = values
  const { ledgerAccounts, ...flags } = others
  const codes = Object.entries(ledgerAccounts).map(([account, code]) => [account, code.trim()])
  const days = reminderDays.split(/[\s,;]+/).filter((day) => day !== '')
  return {
    ...flags,
    currency: currency.trim().toUpperCase(),
    graceHours: wholeNumber(graceHours),
    reminderDays: days.map(wholeNumber),
    invoiceFooter: invoiceFooter.trim() || null,
    // Text, because parsing could round it.
    lowCreditAmount: lowCreditAmount.trim() || null,
    ledgerAccounts: Object.fromEntries(codes.map(([account, code]) => [account, code || null])),
  }
}

const wholeNumber = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : text) as number
