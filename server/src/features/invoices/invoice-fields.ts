import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../domain/invoice-status.ts'
import { nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { customerExternalId } from '../customers/fields.ts'
import { INVOICE_KINDS } from './invoice.ts'

const amount = (description: string) => Type.Number({ description })

const status = Type.Enum([...INVOICE_STATUSES], {
  title: 'InvoiceStatus',
  description: 'The usual sequence is draft → pending → issued → paid.',
})

const InvoiceKind = Type.Enum([...INVOICE_KINDS], {
  title: 'InvoiceKind',
  description:
    'subscription: bills a subscription. top_up: prepaid credit, an advance without tax that gives credit once it ' +
    'is paid. The other kinds do not exist yet.',
})

export const InvoiceParams = Type.Object({ invoiceId: uuid() })

export const InvoiceTier = Type.Object(
  {
    lower: Type.Number(),
    upper: nullable(Type.Number()),
    rate: Type.Number({
      description:
        'Per unit; per package if `packages` is set; in the first tier of a credit_pool, the price of the pool.',
    }),
    flatFee: Type.Number({
      description: 'Due once for the units of the tier; included in `amount`.',
    }),
    units: Type.Number({ description: 'Units of the quantity priced by this tier.' }),
    packages: nullable(
      Type.Object(
        { count: Type.Number(), size: Type.Number({ description: 'Units in a package.' }) },
        { title: 'InvoicePackages' },
      ),
      'Packages that are due for the units; null for other pricing models.',
    ),
    amount: Type.Number({ description: 'Exact and not rounded; only the line is rounded.' }),
  },
  { title: 'InvoiceTier', description: 'The charge of one tier.' },
)

export const LineType = Type.Enum(
  ['usage', 'recurring', 'seat_based', 'onetime', 'proration', 'late_usage', 'credit', 'top_up'],
  { title: 'InvoiceLineType' },
)

const Proration = Type.Object(
  {
    daysBefore: Type.Integer({ description: 'Days of the period before this part.' }),
    daysCovered: Type.Integer(),
    daysFull: Type.Integer(),
    seatDaysBefore: nullable(
      Type.Integer(),
      'The sum of the seats over the days before, if their number has changed. Null: quantity × ' +
        'daysBefore.',
    ),
  },
  {
    title: 'Proration',
    description:
      'Set when a fee covers only part of a period: × daysCovered / daysFull. Computed as ' +
      'the amount up to the end of the part less the amount up to its start, each rounded, ' +
      'so that parts add up.',
  },
)

const BilledBefore = Type.Object(
  { quantity: Type.Number(), amount: Type.Number() },
  {
    title: 'BilledBefore',
    description:
      'The tiers price a total, of which this line does not bill these units: for late usage, ' +
      'those billed before; for a part of a billing period, those used before that part. For a fee ' +
      'in a period that other lines billed in advance: their days × quantity, and their amount.',
  },
)

export const InvoiceLine = Type.Object(
  {
    id: uuid(),
    type: LineType,
    description: Type.String(),
    strategyId: nullable(uuid()),
    pricingModel: nullable(
      Type.Enum(['flat', 'package', 'graduated', 'volume', 'credit_pool'], {
        title: 'PricingModel',
      }),
    ),
    agentId: nullable(uuid()),
    agentName: nullable(Type.String()),
    signalId: nullable(uuid()),
    signalName: nullable(Type.String()),
    quantity: Type.Number(),
    unitPrice: nullable(Type.Number({ description: 'Null when the price comes from tiers.' })),
    proration: nullable(Proration),
    tiers: Type.Array(InvoiceTier),
    billed: nullable(BilledBefore),
    amount: amount('Rounded once, to the minor unit of the currency.'),
    isAdvance: Type.Boolean({
      description:
        'True for a fee billed at the start of its period, `periodStart` to `periodEnd`, and for a ' +
        '`proration` that gives days of such a fee back.',
    }),
    cost: nullable(
      Type.Number({
        description:
          'Your cost of the usage, in USD, without events whose cost is not known. Final like ' +
          'the line. Not visible to customers.',
      }),
    ),
    eventCount: Type.Integer(),
    periodStart: timestamp(),
    periodEnd: timestamp(),
  },
  { title: 'InvoiceLine', description: 'One line of an invoice.' },
)
export type InvoiceLine = Static<typeof InvoiceLine>

export const AppliedDiscount = Type.Object(
  {
    discountId: uuid(),
    couponId: uuid(),
    name: Type.String(),
    percentOff: nullable(Type.Number()),
    amountOff: nullable(Type.Number()),
    amount: amount('The amount deducted.'),
  },
  { title: 'InvoiceDiscount', description: 'A discount applied to an invoice.' },
)

export const AppliedPromotion = Type.Object(
  {
    grantId: uuid('Id of the credit grant.'),
    name: Type.String(),
    amount: amount('The amount deducted; negative if the invoice gives it back to the grant.'),
  },
  {
    title: 'InvoicePromotion',
    description: 'Promotional credit of one grant that the invoice uses.',
  },
)

export const AppliedTax = Type.Object(
  {
    taxRateId: uuid(),
    name: Type.String(),
    percentage: Type.Number(),
    isInclusive: Type.Boolean({
      description: 'True if the tax is included in the prices and not added to the total.',
    }),
    taxableAmount: Type.Number({ description: 'Net total, without any tax.' }),
    amount: Type.Number({
      description:
        'taxableAmount × percentage / 100. Inclusive: (taxableAmount + all inclusive amounts) × ' +
        'percentage / (100 + all inclusive percentages). Rounded once.',
    }),
  },
  { title: 'InvoiceTax', description: 'One tax on the invoice.' },
)

const Payment = Type.Object(
  {
    id: uuid(),
    method: Type.String(),
    status: Type.String(),
    amount: Type.Number(),
    amountRefunded: Type.Number(),
    reference: nullable(Type.String()),
    provider: nullable(Type.String()),
    paidAt: nullable(timestamp()),
  },
  { title: 'InvoicePayment', description: 'A payment of the invoice.' },
)

const AgentBreakdown = Type.Object(
  {
    agentId: uuid(),
    agentName: Type.String(),
    amount: amount('The sum of its lines.'),
    cost: Type.Number({ description: 'In USD, including usage that no strategy prices.' }),
    eventCount: Type.Integer({ description: 'Number of events on the lines.' }),
  },
  { title: 'AgentBreakdown', description: 'Cost and revenue of the work of one agent.' },
)

const text = () => nullable(Type.String())

const addressFields = {
  addressLine1: text(),
  addressLine2: text(),
  city: text(),
  state: text(),
  zipCode: text(),
  country: text(),
  addressLines: Type.Array(Type.String(), {
    description: 'The address as printed, in the order of its country.',
  }),
}

export const Seller = Type.Object(
  {
    name: Type.String(),
    email: text(),
    phone: text(),
    ...addressFields,
    taxId: text(),
    footer: text(),
  },
  {
    title: 'Seller',
    description:
      'Your organization as printed: copied when the invoice leaves `draft` and unchanged ' +
      'since.',
  },
)

export const Buyer = Type.Object(
  {
    name: Type.String(),
    email: text(),
    ...addressFields,
    billingContactName: text(),
    billingContactEmail: text(),
    taxId: text(),
    taxExemptionReason: text(),
    timezone: Type.String({ description: 'Time zone of the dates on the invoice.' }),
  },
  {
    title: 'Buyer',
    description:
      'The customer as printed: copied when the invoice leaves `draft` and unchanged ' +
      'since. Emails go to the current address of the customer.',
  },
)

/** Fields that a list returns, too. */
export const summaryFields = {
  id: uuid(),
  invoiceNumber: Type.String({ examples: ['INV-000042'] }),
  customerId: uuid(),
  customerName: Type.String(),
  customerExternalId,
  kind: InvoiceKind,
  subscriptionId: nullable(uuid(), 'Null for other kinds of invoice.'),
  status,
  total: amount('Amount that the customer owes for this invoice, including taxes.'),
  amountDue: amount('Amount that remains to be paid.'),
  currency: Type.String({ examples: ['USD'] }),
  periodStart: timestamp(),
  periodEnd: Type.String({
    format: 'date-time',
    description: 'Exclusive end of the billed range.',
  }),
  issueDate: Type.String({
    format: 'date-time',
    description: 'Before the invoice is issued: when it was generated.',
  }),
  dueDate: timestamp(),
  timezone: Type.String({ description: 'Time zone of the dates on the invoice.' }),
  issuedWithoutEmail: Type.Boolean({
    description:
      'True: issued automatically while the customer had no email address, and not sent since.',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

export const payUrl = nullable(
  Type.String({
    description:
      'Link to pay online, as in the email; null when nothing is due or online payment is ' +
      'not available.',
  }),
)

/** Further fields, which both stored invoices and previews have. */
export const contentFields = {
  netTerms: Type.Integer({ description: 'Days after the issue date.' }),
  memo: nullable(Type.String()),
  lineItems: Type.Array(InvoiceLine),
  subtotal: amount('Sum of the lines.'),
  discounts: Type.Array(AppliedDiscount),
  discountTotal: Type.Number(),
  promotions: Type.Array(AppliedPromotion, {
    description: 'Promotional credit, which is deducted after discounts and before tax.',
  }),
  promotionTotal: amount(
    'Sum of the promotions; a draft only shows it. Negative: a correction gives it back.',
  ),
  taxes: Type.Array(AppliedTax),
  netTotal: amount('total + creditTotal - taxTotal: the amount charged without any tax.'),
  taxTotal: amount('Sum of all taxes; only taxes that are not inclusive are added to the total.'),
  creditTotal: amount(
    'Customer credit used by the invoice after tax, without promotional credit; a draft only ' +
      'shows it. Negative: credit that the invoice gives to the customer.',
  ),
  totalAmount: amount(
    'Equal to total: subtotal - discountTotal - promotionTotal + added taxes - creditTotal.',
  ),
  agentBreakdown: Type.Array(AgentBreakdown),
  totalCost: Type.Number({
    description:
      'Your cost of the work, in USD, without events whose cost is not known. Final like the ' +
      'lines: a cost that becomes known later is in `totalCost` of the next invoice.',
  }),
  margin: nullable(
    Type.Number({
      description:
        'total + creditTotal - taxTotal - totalCost; null in a currency other than USD, and in an ' +
        'announcement without `includeCosts`. Too high ' +
        'while the cost of an event is not known.',
    }),
  ),
}

export const Invoice = Type.Object(
  {
    ...summaryFields,
    ...contentFields,
    payUrl,
    seller: Seller,
    buyer: Buyer,
    amountPaid: Type.Number(),
    amountRefunded: Type.Number(),
    payments: Type.Array(Payment),
    paidAt: nullable(timestamp()),
    voidedAt: nullable(timestamp()),
    voidReason: nullable(Type.String(), 'As it was sent. Not visible to customers.'),
  },
  { title: 'Invoice', description: 'The complete invoice in its current state.' },
)
/** The invoice without `payUrl`, which the route adds. */
export type Invoice = Omit<Static<typeof Invoice>, 'payUrl'>
