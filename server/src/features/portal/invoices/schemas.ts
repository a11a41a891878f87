import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import {
  AppliedDiscount,
  AppliedPromotion,
  AppliedTax,
  Buyer,
  contentFields,
  InvoiceLine,
  Seller,
  summaryFields,
} from '../../invoices/invoice-fields.ts'
import { SHOWN_STATUSES } from '../../invoices/shown/shown.ts'

const status = Type.Enum([...SHOWN_STATUSES], { title: 'PortalInvoiceStatus' })

export const PortalInvoiceQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(
    Type.Array(status, {
      minItems: 1,
      maxItems: SHOWN_STATUSES.length,
      description: 'One status, or several: status=issued&status=overdue.',
    }),
  ),
})
export type PortalInvoiceQuery = Static<typeof PortalInvoiceQuery>

const { id, invoiceNumber, kind, total, amountDue, currency } = summaryFields
const { periodStart, periodEnd, issueDate, dueDate, timezone } = summaryFields

const listed = {
  ...{ id, invoiceNumber, kind, status, total, amountDue, currency },
  ...{ periodStart, periodEnd, issueDate, dueDate, timezone },
}

export const PortalInvoiceSummary = Type.Object(listed, {
  title: 'PortalInvoiceSummary',
  description: 'An invoice as the customer sees it, without its lines.',
})
export type PortalInvoiceSummary = Static<typeof PortalInvoiceSummary>

export const PortalInvoiceList = listOf('PortalInvoiceList', PortalInvoiceSummary)
export type PortalInvoiceList = Static<typeof PortalInvoiceList>

/** Omits costs and the internal ids of the seller's catalog. */
const {
  cost: _cost,
  eventCount: _eventCount,
  strategyId: _strategyId,
  agentId: _agentId,
  signalId: _signalId,
  ...lineFields
} = InvoiceLine.properties
const PortalInvoiceLine = Type.Object(
  {
    ...lineFields,
    priceInWords: nullable(
      Type.String(),
      'Price of the units by tier, which adds up to the amount; null for a line without tiers.',
    ),
    hasUsage: Type.Boolean({ description: 'True if the line bills usage, which is kept by day.' }),
  },
  { title: 'PortalInvoiceLine' },
)

const {
  discountId: _discountId,
  couponId: _couponId,
  ...discountFields
} = AppliedDiscount.properties
const PortalInvoiceDiscount = Type.Object(discountFields, { title: 'PortalInvoiceDiscount' })

const { grantId: _grantId, ...promotionFields } = AppliedPromotion.properties
const PortalInvoicePromotion = Type.Object(promotionFields, { title: 'PortalInvoicePromotion' })

const { taxRateId: _taxRateId, ...taxFields } = AppliedTax.properties
const PortalInvoiceTax = Type.Object(taxFields, { title: 'PortalInvoiceTax' })

const PortalPayment = Type.Object(
  {
    method: Type.String(),
    amount: Type.Number(),
    amountRefunded: Type.Number(),
    reference: nullable(Type.String(), 'As printed.'),
    paidAt: timestamp(),
  },
  { title: 'PortalPayment', description: 'A payment received for the invoice.' },
)

const { netTerms, memo, subtotal, discountTotal, promotionTotal } = contentFields
const { netTotal, taxTotal, creditTotal } = contentFields

export const PortalInvoice = Type.Object(
  {
    ...listed,
    ...{ netTerms, memo, subtotal, discountTotal, promotionTotal },
    ...{ netTotal, taxTotal, creditTotal },
    lineItems: Type.Array(PortalInvoiceLine),
    discounts: Type.Array(PortalInvoiceDiscount),
    promotions: Type.Array(PortalInvoicePromotion, {
      description: 'Promotional credit, which is deducted after discounts and before tax.',
    }),
    taxes: Type.Array(PortalInvoiceTax),
    seller: Seller,
    buyer: Buyer,
    amountPaid: Type.Number(),
    amountRefunded: Type.Number(),
    payments: Type.Array(PortalPayment, {
      description: 'In the order in which they were received.',
    }),
    paidAt: nullable(timestamp()),
    voidedAt: nullable(timestamp()),
    isPaymentPending: Type.Boolean({ description: 'True if a payment is being processed.' }),
    canPay: Type.Boolean({ description: 'True if the invoice can be paid online now.' }),
  },
  { title: 'PortalInvoice', description: 'The complete invoice as the customer sees it.' },
)
export type PortalInvoice = Static<typeof PortalInvoice>

export const PortalLineParams = Type.Object({ invoiceId: uuid(), lineId: uuid() })

export const PortalLineUsage = Type.Object(
  {
    lineId: uuid(),
    timeZone: Type.String({ description: 'Time zone of the days.' }),
    quantity: Type.Number({ description: 'Units that the line bills.' }),
    otherQuantity: Type.Number({
      description:
        'Units of the days that are not on the line: billed by another line, or recorded after ' +
        'the invoice. Negative if usage was removed after it. The days add up to both.',
    }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          quantity: Type.Number(),
          quantityPercent: nullable(
            Type.Number(),
            'quantity as a percentage of that of all days; null when that is zero.',
          ),
        },
        { title: 'PortalLineDay' },
      ),
      { description: 'Every day that the line covers, in order.' },
    ),
  },
  { title: 'PortalLineUsage', description: 'The usage behind a line of an invoice, by day.' },
)
export type PortalLineUsage = Static<typeof PortalLineUsage>
