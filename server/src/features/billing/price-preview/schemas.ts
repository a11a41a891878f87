import { type Static, Type } from 'typebox'
import { nullable, sentDecimal } from '../../../platform/http/fields.ts'
import { InvoiceTier } from '../../invoices/invoice-body.ts'
import {
  PricingStrategyCreate,
  pricingModels,
} from '../../pricing-plans/strategies/sent-strategy.ts'

export const STRATEGIES_MAX = 100
/** Of all strategies together: a preview is computed within one turn of the event loop. */
export const TIERS_IN_ALL_MAX = 1_000

const { signalId: _signalId, ...previewedFields } = PricingStrategyCreate.properties
const PreviewedStrategy = Type.Object(
  {
    ...previewedFields,
    quantity: Type.Optional(
      sentDecimal('Units of the period for usage, default 0; seats for seat_based, default 1.'),
    ),
  },
  {
    title: 'PreviewedStrategy',
    additionalProperties: false,
    description:
      'A strategy as it would be created, without its signal, which no price depends on.',
  },
)

/** As it is documented; `readPreviewRequest` checks it. */
export const PricePreviewRequest = Type.Unsafe<unknown>(
  Type.Object(
    {
      currency: Type.String({ maxLength: 3, description: 'ISO 4217: that of the plan.' }),
      strategies: Type.Array(PreviewedStrategy, {
        minItems: 1,
        maxItems: STRATEGIES_MAX,
        description: `With at most ${TIERS_IN_ALL_MAX} tiers in all.`,
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
    strategyIndex: Type.Integer({ description: 'Its position in `strategies`.' }),
    type: Type.String({ description: 'As on an invoice.' }),
    description: Type.String(),
    pricingModel: nullable(pricingModels),
    quantity: Type.Number(),
    unitPrice: nullable(Type.Number({ description: 'Null where tiers say the price.' })),
    tiers: Type.Array(InvoiceTier),
    amount: Type.Number({ description: 'Rounded once, to the minor unit of the currency.' }),
  },
  { title: 'PricePreviewLine', description: 'A line as an invoice of a whole period has it.' },
)

const Curve = Type.Object(
  {
    strategyIndex: Type.Integer({ description: 'Its position in `strategies`.' }),
    points: Type.Array(
      Type.Object(
        {
          quantity: Type.Number(),
          amount: Type.Number({ description: 'Rounded as a line is.' }),
          unitPrice: nullable(Type.Number({ description: 'amount / quantity; null for 0.' })),
        },
        { title: 'PriceCurvePoint' },
      ),
      {
        description:
          'By quantity, from 0 to twice what is used or past the last tier: evenly spread, and at the bounds of up to 40 tiers.',
      },
    ),
  },
  { title: 'PriceCurve', description: 'What quantities of a period come to.' },
)

export const PricePreview = Type.Object(
  {
    currency: Type.String(),
    lines: Type.Array(Line, {
      description: 'One for each active strategy, in their order. One-time fees are among them.',
    }),
    subtotal: Type.Number({ description: 'Before discounts and taxes.' }),
    curves: Type.Array(Curve, { description: 'One for each strategy of usage.' }),
  },
  { title: 'PricePreview', description: 'What prices come to in one billing period.' },
)
export type PricePreview = Static<typeof PricePreview>
