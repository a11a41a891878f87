import { type Static, Type } from 'typebox'
import { nullable, sentDecimal, timestamp, uuid } from '../../../platform/http/fields.ts'
import { customerExternalId } from '../../customers/fields.ts'
import { audience } from '../../pricing-plans/strategies/dated-fields.ts'
import { chargeTypes } from '../../pricing-plans/strategies/sent-fields.ts'
import { shownPrice } from '../../pricing-plans/strategies/shown-fields.ts'

export const PriceChangeParams = Type.Object({ priceChangeId: uuid() })

/** Plans, or single strategies, that one change may name. */
export const NAMED_MAX = 100
/** Subscriptions that a preview lists. */
export const LISTED_MAX = 100

const ids = (description: string) =>
  Type.Optional(Type.Array(uuid(), { maxItems: NAMED_MAX, uniqueItems: true, description }))

const sent = {
  planIds: ids('Plans whose active strategies change, all of them.'),
  strategyIds: ids('Single strategies that change.'),
  percent: sentDecimal(
    'Each rate and each fee × (1 + percent ÷ 100). Above -100, at most 1000, and not 0.',
  ),
  effectiveFrom: Type.String({
    format: 'date',
    description: 'The first day of the periods that have the new prices.',
  }),
  audience: Type.Optional({ ...audience, default: 'everyone' }),
  decimals: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 12 }),
      'Rounds the new prices to this number of decimals, half away from zero. Default: exact.',
    ),
  ),
}

export const PriceChangeCreate = Type.Object(sent, {
  title: 'PriceChangeCreate',
  additionalProperties: false,
  examples: [
    {
      planIds: ['019aa5e2-7c3e-7d4e-a3c4-2f1f6f3f9a10'],
      percent: 5,
      effectiveFrom: '2027-01-01',
      decimals: 2,
    },
  ],
})
export type PriceChangeCreate = Static<typeof PriceChangeCreate>

const { name, pricingModel, rate, packageSize, tiers } = shownPrice

const ShownPrice = Type.Object(
  { pricingModel, rate, packageSize, tiers },
  { title: 'ShownPrice', description: 'The numbers of a price.' },
)

const ChangedPrice = Type.Object(
  {
    strategyId: uuid(),
    planId: uuid(),
    name,
    chargeType: chargeTypes,
    currency: Type.String({ description: 'Currency of the plan.' }),
    before: ShownPrice,
    after: ShownPrice,
  },
  {
    title: 'ChangedPrice',
    description: 'The price of a strategy for everyone on effectiveFrom, and the new one.',
  },
)
export type ChangedPriceBody = Static<typeof ChangedPrice>

const effectiveFrom = Type.String({
  format: 'date',
  description: 'The first day of the periods that have the new prices.',
})
const prices = Type.Array(ChangedPrice, { description: 'In the order of the plans.' })

export const PriceChange = Type.Object(
  { id: uuid('The changeId of its prices.'), effectiveFrom, audience, prices },
  { title: 'PriceChange', description: 'Prices that were changed by a percentage together.' },
)
export type PriceChange = Static<typeof PriceChange>

const ReachedSubscription = Type.Object(
  {
    subscriptionId: uuid(),
    name: Type.String(),
    customerId: uuid(),
    customerExternalId,
    customerName: Type.String(),
    planId: uuid(),
    timeZone: Type.String({ description: 'Time zone in which its periods begin.' }),
    firstPeriod: nullable(
      Type.Object(
        { start: timestamp(), end: timestamp('Exclusive.') },
        { title: 'FirstPeriod', description: 'A billing period.' },
      ),
      'The first billing period with a new price. Null: it ends before, or has own prices.',
    ),
    ownPriceStrategyIds: Type.Array(uuid(), {
      description: 'Strategies that keep a price of the subscription’s own in that period.',
    }),
  },
  {
    title: 'ReachedSubscription',
    description: 'What a change of prices means for a subscription.',
  },
)
export type ReachedSubscription = Static<typeof ReachedSubscription>

export const PriceChangePreview = Type.Object(
  {
    effectiveFrom,
    audience,
    prices,
    subscriptions: Type.Array(ReachedSubscription, {
      description: `Up to ${LISTED_MAX}: those with own prices first, then by start.`,
    }),
    totalSubscriptions: Type.Integer({
      description:
        'Subscriptions of the plans that the audience includes and that run on or after effectiveFrom.',
    }),
    totalWithOwnPrices: Type.Integer({
      description:
        'Those of them that have, or had, a price of their own for one of the strategies.',
    }),
  },
  { title: 'PriceChangePreview', description: 'What a change of prices would do.' },
)
export type PriceChangePreview = Static<typeof PriceChangePreview>
