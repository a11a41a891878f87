import { type Static, Type } from 'typebox'
import { INVOICE_STATUSES } from '../../domain/invoice-status.ts'
import { nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { INVOICE_KINDS } from './invoice.ts'

const amount = (description: string) => Type.Number({ description })

const status = Type.Enum([...INVOICE_STATUSES], {
  title: 'InvoiceStatus',
  description: 'draft → pending → issued → paid is the usual way.',
})

const InvoiceKind = Type.Enum([...INVOICE_KINDS], {
  title: 'InvoiceKind',
  description: 'What it is for. Only `subscription` is made so far.',
})

export const InvoiceParams = Type.Object({ invoiceId: uuid() })

export const InvoiceTier = Type.Object(
  {
    lower: Type.Number(),
    upper: nullable(Type.Number()),
    rate: Type.Number(),
    units: Type.Number({ description: 'How much of the quantity this tier priced.' }),
    amount: Type.Number({ description: 'Exact, not rounded: the line is rounded once.' }),
  },
  { title: 'InvoiceTier', description: 'What one tier charges.' },
)

const LineType = Type.Enum(
  ['usage', 'recurring', 'seat_based', 'onetime', 'proration', 'late_usage', 'credit'],
  { title: 'InvoiceLineType' },
)

const Proration = Type.Object(
  {
    daysBefore: Type.Integer({ description: 'Days of the period before this part.' }),
    daysCovered: Type.Integer(),
    daysFull: Type.Integer(),
  },
  {
    title: 'Proration',
    description:
      'Set where a fee is not for one whole period: × daysCovered / daysFull. Until the end ' +
      'of the part less until its start, each rounded, so that parts add up.',
  },
)

const BilledBefore = Type.Object(
  { quantity: Type.Number(), amount: Type.Number() },
  {
    title: 'BilledBefore',
    description:
      'What of the total that the tiers price is not on this line: on late usage what was ' +
      'billed before, on a part of a billing period what came before the part.',
  },
)

export const InvoiceLine = Type.Object(
  {
    id: uuid(),
    type: LineType,
    description: Type.String(),
    strategyId: nullable(uuid()),
    pricingModel: nullable(
      Type.Enum(['flat', 'graduated', 'volume', 'credit_pool'], { title: 'PricingModel' }),
    ),
    agentId: nullable(uuid()),
    agentName: nullable(Type.String()),
    signalId: nullable(uuid()),
    signalName: nullable(Type.String()),
    quantity: Type.Number(),
    unitPrice: nullable(Type.Number({ description: 'Null where tiers say the price.' })),
    proration: nullable(Proration),
    tiers: Type.Array(InvoiceTier),
    billed: nullable(BilledBefore),
    amount: amount('Rounded once, to the minor unit of the currency.'),
    cost: nullable(
      Type.Number({ description: 'What the usage cost you, in USD. Customers never see it.' }),
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
    amount: amount('What it took off.'),
  },
  { title: 'InvoiceDiscount', description: 'What a discount took off.' },
)

export const AppliedTax = Type.Object(
  {
    taxRateId: uuid(),
    name: Type.String(),
    percentage: Type.Number(),
    isInclusive: Type.Boolean({ description: 'Part of the prices, so not added to the total.' }),
    taxableAmount: Type.Number({ description: 'The net total: without any tax.' }),
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
    cost: Type.Number({ description: 'In USD, also of usage that no strategy prices.' }),
    eventCount: Type.Integer({ description: 'Events on the lines.' }),
  },
  { title: 'AgentBreakdown', description: 'What the work of one agent costs and brings.' },
)

const text = () => nullable(Type.String())

const addressFields = {
  addressLine1: text(),
  addressLine2: text(),
  city: text(),
  state: text(),
  zipCode: text(),
  country: text(),
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
    description: 'You, as printed: copied when the invoice leaves `draft`, and the same since.',
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
    timezone: Type.String({ description: 'The zone that the days of the invoice are in.' }),
  },
  {
    title: 'Buyer',
    description:
      'The customer, as printed: copied when the invoice leaves `draft`, and the same since. Mails ' +
      "go to the customer's address of today.",
  },
)

/** What it says in a list, too. */
export const summaryFields = {
  id: uuid(),
  invoiceNumber: Type.String({ examples: ['INV-000042'] }),
  customerId: uuid(),
  customerName: Type.String(),
  customerExternalId: nullable(Type.String()),
  kind: InvoiceKind,
  subscriptionId: nullable(uuid(), 'Null where the invoice is of another kind.'),
  status,
  total: amount('What the customer owes for this invoice, taxes included.'),
  amountDue: amount('What is still to be paid.'),
  currency: Type.String({ examples: ['USD'] }),
  periodStart: timestamp(),
  periodEnd: Type.String({ format: 'date-time', description: 'Not billed any more.' }),
  issueDate: Type.String({
    format: 'date-time',
    description: 'Before it is issued: when it was generated.',
  }),
  dueDate: timestamp(),
  timezone: Type.String({ description: 'The zone that its days are in.' }),
  issuedWithoutEmail: Type.Boolean({
    description:
      'True: it was issued by itself while its customer had no e-mail address, and nobody has sent it since.',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}

export const payUrl = nullable(
  Type.String({
    description:
      'Where the customer pays online, as in the e-mail; null where there is nothing to pay, or no ' +
      'way to do it.',
  }),
)

/** What it says besides, whether it is stored or not. */
export const contentFields = {
  netTerms: Type.Integer({ description: 'Days after issue.' }),
  memo: nullable(Type.String()),
  lineItems: Type.Array(InvoiceLine),
  subtotal: amount('The sum of the lines.'),
  discounts: Type.Array(AppliedDiscount),
  discountTotal: Type.Number(),
  taxes: Type.Array(AppliedTax),
  netTotal: amount('total + creditTotal - taxTotal: what is charged without any tax.'),
  taxTotal: amount('Of all taxes; only those that are not inclusive are added to the total.'),
  creditTotal: amount(
    "What is taken of the customer's credit, which a draft only shows; negative: what the invoice " +
      'leaves to the customer.',
  ),
  totalAmount: amount('The same as total: subtotal - discountTotal + added taxes - creditTotal.'),
  agentBreakdown: Type.Array(AgentBreakdown),
  totalCost: Type.Number({ description: 'What the work cost you, in USD.' }),
  margin: nullable(
    Type.Number({
      description: 'total + creditTotal - taxTotal - totalCost; null in a currency other than USD.',
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
    voidReason: nullable(Type.String(), 'As it was sent. Customers never see it.'),
  },
  { title: 'Invoice', description: 'The whole invoice, as it is now.' },
)
/** As it is read; the route adds where it can be paid. */
export type Invoice = Omit<Static<typeof Invoice>, 'payUrl'>
