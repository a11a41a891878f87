import { type Static, Type } from 'typebox'
import { nullable, optionalLines, timestamp, uuid } from '../../../platform/http/fields.ts'
import { optionalFields } from '../../pricing-plans/strategies/sent-fields.ts'
import { shownPrice } from '../../pricing-plans/strategies/shown-fields.ts'

export const SubscriptionParams = Type.Object({ subscriptionId: uuid() })
export const OwnPricesParams = Type.Object({ subscriptionId: uuid(), strategyId: uuid() })
export const OwnPriceParams = Type.Object({
  subscriptionId: uuid(),
  strategyId: uuid(),
  priceId: uuid(),
})

export const NOTE_LENGTH_MAX = 1_000
const note = optionalLines(NOTE_LENGTH_MAX, 'Your reason. Customers do not see it.')

const sent = optionalFields

// The numbers are validated by `parseStrategy`, like those of a strategy.
export const SubscriptionPriceCreate = Type.Unsafe<unknown>(
  Type.Object(
    {
      effectiveFrom: Type.Optional(
        nullable(
          Type.String({ format: 'date' }),
          'The first day of the periods that have this price. Default: since always.',
        ),
      ),
      usePlanPrice: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'True: from here the price of the plan applies again; send no price.',
        }),
      ),
      ...{ pricingModel: sent.pricingModel, rate: sent.rate },
      ...{ packageSize: sent.packageSize, tiers: sent.tiers },
      note,
    },
    {
      title: 'SubscriptionPriceCreate',
      additionalProperties: false,
      examples: [{ effectiveFrom: '2027-01-01', rate: '0.35', note: 'Agreed for three years' }],
    },
  ),
)

const { pricingModel, rate, packageSize, tiers } = shownPrice

export const SubscriptionPrice = Type.Object(
  {
    id: uuid(),
    subscriptionId: uuid(),
    strategyId: uuid(),
    effectiveFrom: nullable(
      Type.String({ format: 'date' }),
      'The price applies to billing periods that begin on this day or later. Null: since always.',
    ),
    usePlanPrice: Type.Boolean({ description: 'True: from here the price of the plan again.' }),
    ...{ pricingModel, rate, packageSize, tiers },
    note: nullable(Type.String(), 'Your reason. Null: none was sent.'),
    createdAt: timestamp(),
  },
  { title: 'SubscriptionPrice', description: 'A price of one subscription from a day on.' },
)
export type SubscriptionPrice = Static<typeof SubscriptionPrice>

export const SubscriptionPriceList = Type.Object(
  { results: Type.Array(SubscriptionPrice, { description: 'The earliest first.' }) },
  { title: 'SubscriptionPriceList', description: 'Prices that a subscription has of its own.' },
)
export type SubscriptionPriceList = Static<typeof SubscriptionPriceList>
