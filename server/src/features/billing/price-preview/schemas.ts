import { type Static, Type } from 'typebox'
import { nullable, sentDecimal } from '../../../platform/http/fields.ts'
import { InvoiceTier } from '../../invoices/invoice-fields.ts'
import { PricingStrategyCreate, pricingModels } from '../../pricing-plans/strategies/sent-fields.ts'

export const STRATEGIES_MAX = 100
/** Limit for all strategies together: a preview is computed within one turn of the event loop. */
export const TIERS_IN_ALL_MAX = 1_000

const { signalId: _signalId, ...previewedFields } = PricingStrategyCreate.properties
const PreviewedStrategy = Type.Object(
  {
    ...previewedFields,
    quantity: Type.Optional(
      sentDecimal('Units in the period for usage, default 0; seats for seat_based, default 1.'),
    ),
  },
  {
    title: 'PreviewedStrategy',
    additionalProperties: false,
    description:
      'A pricing strategy as for creation, but without its signal, because no price ' +
      'depends on it.',
  },
)

/** For the API document only; `readPreviewRequest` validates the body. */
export const PricePreviewRequest = Type.Unsafe<unknown>(
  Type.Object(
    {
      currency: Type.String({ maxLength: 3, description: 'ISO 4217 currency of the plan.' }),
      strategies: Type.Array(PreviewedStrategy, {
        minItems: 1,
        maxItems: STRATEGIES_MAX,
        description: `At most ${TIERS_IN_ALL_MAX} tiers in total.`,
      }),
    },
    {
      title: 'PricePreviewRequest',
      additionalProperties: false,
      examples: [
        {
          currency: 'USD',
          strategies: [
            { chargeType: 'recurring', name: 'Base fee', rate: 49 },
            {
              chargeType: 'usage',
              name: 'Tickets',
              pricingModel: 'graduated',
              tiers: [
                { lower: 0, upper: 1000, rate: 0 },
                { lower: 1000, upper: null, rate: '0.9' },
              ],
              quantity: 1200,
            },
          ],
        },
      ],
    },
  ),
)

const Line = Type.Object(
  {
    strategyIndex: Type.Integer({ description: 'Index in `strategies`.' }),
    type: Type.String({ description: 'As on an invoice.' }),
    description: Type.String(),
    pricingModel: nullable(pricingModels),
    quantity: Type.Number(),
    unitPrice: nullable(Type.Number({ description: 'Null when the price comes from tiers.' })),
    tiers: Type.Array(InvoiceTier),
    amount: Type.Number({ description: 'Rounded once, to the minor unit of the currency.' }),
  },
  { title: 'PricePreviewLine', description: 'A line of the invoice for a whole period.' },
)

const Curve = Type.Object(
  {
    strategyIndex: Type.Integer({ description: 'Index in `strategies`.' }),
    points: Type.Array(
      Type.Object(
        {
          quantity: Type.Number(),
          amount: Type.Number({ description: 'Rounded like an invoice line.' }),
          unitPrice: nullable(Type.Number({ description: 'amount / quantity; null for 0.' })),
        },
        { title: 'PriceCurvePoint' },
      ),
      {
        description:
          'Sorted by quantity, from 0 to twice the quantity used or past the last tier: evenly ' +
          'spaced, and at the bounds of up to 40 tiers.',
      },
    ),
  },
  { title: 'PriceCurve', description: 'Amounts for a range of quantities in one period.' },
)

export const PricePreview = Type.Object(
  {
    currency: Type.String(),
    lines: Type.Array(Line, {
      description: 'One for each active strategy, in the same order. Includes one-time fees.',
    }),
    subtotal: Type.Number({ description: 'Before discounts and taxes.' }),
    curves: Type.Array(Curve, { description: 'One for each usage strategy.' }),
  },
  { title: 'PricePreview', description: 'Preview of prices for one billing period.' },
)
export type PricePreview = Static<typeof PricePreview>
