import { type Static, Type } from 'typebox'
import { nullable } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { Buyer, summaryFields } from '../invoice-fields.ts'

const { id, invoiceNumber, kind, status, currency, amountDue, timezone } = summaryFields
const day = (description: string) => Type.String({ format: 'date', description })
const amount = (description: string) => Type.Number({ description })

/** A row for accounting: days as printed on the invoice, and amounts with the tax of each rate. */
export const AccountingRow = Type.Object(
  {
    invoiceNumber,
    status,
    kind,
    issueDate: nullable(day('In the time zone of the invoice; null before it is issued.')),
    dueDate: nullable(day('Null before the invoice is issued.')),
    periodStart: day('First day of the billed range.'),
    periodEnd: day('Last day of the billed range, included.'),
    paidDate: nullable(day('Paid in full on this day.')),
    voidedDate: nullable(day('Voided on this day.')),
    refundedDate: nullable(day('Refunded in full on this day.')),
    timezone,
    customerName: Type.String(),
    customerExternalId,
    customerTaxId: Buyer.properties.taxId,
    customerCountry: Buyer.properties.country,
    currency,
    subtotal: amount('Sum of the lines.'),
    discountTotal: amount('Deducted from the subtotal.'),
    promotionTotal: amount('Promotional credit, deducted after the discounts.'),
    netTotal: amount('Amount charged without any tax.'),
    taxTotal: amount('Sum of all taxes.'),
    creditTotal: amount('Customer credit used.'),
    total: amount('Amount that the customer owes for this invoice, including taxes.'),
    amountPaid: amount('Received so far.'),
    amountRefunded: amount('Given back so far.'),
    amountDue,
    invoiceId: id,
    customerId: summaryFields.customerId,
  },
  { title: 'InvoiceForAccounting' },
)

/** The amount and the taxable amount of each rate, by a name with its percentage. */
export type AccountingRow = Static<typeof AccountingRow> & {
  tax: Record<string, number>
  taxable: Record<string, number>
}
