import { type Static, Type } from 'typebox'
import { nullable, uuid } from '../../../platform/http/fields.ts'
import { shownPrice } from './shown-fields.ts'

export const audience = Type.Enum(['everyone', 'new'], {
  title: 'PriceAudience',
  description:
    'Whose periods the price applies to. everyone: of every subscription. new: of those that start ' +
    'on effectiveFrom or later.',
})

const { pricingModel, rate, packageSize, tiers } = shownPrice

export const StrategyPriceBody = Type.Object(
  {
    id: nullable(uuid(), 'Null for the first price, which applies since always.'),
    changeId: nullable(
      uuid(),
      'The request that made it: one price, or a change of many. Null for the first price.',
    ),
    effectiveFrom: nullable(
      Type.String({ format: 'date' }),
      'The price applies to billing periods that begin on this day or later, in the time zone of ' +
        'the subscription. Null: since always.',
    ),
    audience,
    ...{ pricingModel, rate, packageSize, tiers },
  },
  { title: 'StrategyPrice', description: 'A price of a strategy from a day on.' },
)
export type StrategyPriceBody = Static<typeof StrategyPriceBody>
