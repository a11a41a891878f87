import { Type } from 'typebox'
import { INVOICE_STATUSES } from '../../../domain/invoice-status.ts'
import { COUNTED, STEP_KINDS } from '../../../domain/prices/explain-line.ts'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { LineType } from '../../invoices/invoice-fields.ts'

export const decimalText = (description: string) =>
  Type.String({ description: `${description} A decimal.` })

const TariffTier = Type.Object(
  {
    lower: decimalText('Exclusive.'),
    upper: nullable(decimalText('Inclusive.'), 'Null: the last tier.'),
    rate: decimalText('Per unit; in the first tier of a credit_pool, the price of the pool.'),
    flatFee: decimalText('Due once for the units of the tier.'),
  },
  { title: 'TariffTier', description: 'A tier of a tariff.' },
)

const LineTariff = Type.Object(
  {
    pricingModel: Type.Enum(['flat', 'package', 'graduated', 'volume', 'credit_pool'], {
      title: 'PricingModel',
    }),
    rate: nullable(decimalText('Per unit, or per package.'), 'Null: the tiers have the rates.'),
    packageSize: nullable(decimalText('Units in a package.'), 'Null: another pricing model.'),
    tiers: Type.Array(TariffTier, { description: 'All tiers, also those without units.' }),
  },
  { title: 'LineTariff', description: 'The complete price that the line was computed with.' },
)

const LineCalculation = Type.Object(
  {
    description: Type.String({ description: 'The multiplication in words.' }),
    counted: Type.Enum([...COUNTED], {
      title: 'LineCounted',
      description: 'What `count` counts. seat_days: the sum of the seats over the days.',
    }),
    count: decimalText('The number that is multiplied.'),
    rate: decimalText('The number that it is multiplied by.'),
    divisor: nullable(decimalText('Days of the full period.'), 'Null: nothing is divided.'),
    flatFee: decimalText('Added to the product; 0 without a flat fee.'),
    lower: nullable(decimalText('Lower bound of the tier.'), 'Null: no tiers.'),
    upper: nullable(decimalText('Upper bound of the tier.'), 'Null: the last tier, or no tiers.'),
    units: nullable(decimalText('Units in the tier.'), 'Null: no tiers.'),
    amount: decimalText(
      'count × rate / divisor + flatFee, exact; a quotient that never ends has 40 decimals.',
    ),
  },
  { title: 'LineCalculation', description: 'One multiplication behind the amount of a line.' },
)

const LineStep = Type.Object(
  {
    kind: Type.Enum([...STEP_KINDS], {
      title: 'LineStepKind',
      description:
        'price: units at their tariff. fee: a recurring, seat-based or one-time fee. agreed: an ' +
        'amount agreed outside the plan. before: the part of the billing period before the line, ' +
        'which is subtracted. billed: what an earlier line billed of the same usage, which is ' +
        'subtracted. unexplained: the rest, on lines of early versions.',
    }),
    description: Type.String({ description: 'The step in words.' }),
    quantity: nullable(decimalText('Units.'), 'Null: the step has no units.'),
    calculations: Type.Array(LineCalculation, {
      description:
        'The step is the sum of these, rounded once to the minor unit of the currency; negative ' +
        'for `before`. Empty: the amount is that of another line, or no unit was used.',
    }),
    lineId: nullable(
      uuid(),
      'The line of a `billed` step, which is in `earlierLines`; null for other steps.',
    ),
    amount: decimalText('In the currency of the invoice.'),
  },
  { title: 'LineStep', description: 'A part of the amount of a line.' },
)

const RelatedLine = Type.Object(
  {
    invoiceId: uuid(),
    invoiceNumber: Type.String(),
    invoiceStatus: Type.Enum([...INVOICE_STATUSES], { title: 'InvoiceStatus' }),
    lineId: uuid(),
    type: LineType,
    description: Type.String(),
    quantity: decimalText('Units.'),
    amount: decimalText('In the currency of the invoice.'),
  },
  { title: 'RelatedInvoiceLine', description: 'Another line that bills the same usage.' },
)

const TimeRange = Type.Object(
  { start: timestamp('Inclusive.'), end: timestamp('Exclusive.') },
  { title: 'TimeRange' },
)

export const usageFields = {
  ranges: Type.Array(TimeRange, {
    description: 'The time whose usage belongs to the line, earliest first.',
  }),
  recordedQuantity: decimalText('Units recorded in the ranges until now.'),
  rejectedQuantity: decimalText('Units among them that were rejected.'),
  billableQuantity: decimalText('recordedQuantity - rejectedQuantity - provisionalQuantity.'),
  billedQuantity: decimalText('Units of this line and of `earlierLines`.'),
  settledQuantity: decimalText('Units of `laterLines`.'),
  openQuantity: decimalText(
    'billableQuantity - billedQuantity - settledQuantity: recorded, changed or removed since, and ' +
      'settled by the next invoice.',
  ),
  provisionalQuantity: Type.Optional(
    decimalText(
      'Units among the recorded ones whose settlement window has not passed: not billed until then. ' +
        'Absent without such units.',
    ),
  ),
}

export const explanationFields = {
  invoiceId: uuid(),
  invoiceNumber: Type.String(),
  lineId: uuid(),
  type: LineType,
  description: Type.String(),
  currency: Type.String({ examples: ['USD'] }),
  amount: decimalText('The amount of the line, which the steps add up to.'),
  tariff: nullable(LineTariff, 'Null: the line has no units.'),
  steps: Type.Array(LineStep, { description: 'They add up to the amount.' }),
  earlierLines: Type.Array(RelatedLine, {
    description: 'Lines that billed the same usage before. Empty except for late usage.',
  }),
  laterLines: Type.Array(RelatedLine, {
    description: 'Lines that settle usage recorded or changed since.',
  }),
}
