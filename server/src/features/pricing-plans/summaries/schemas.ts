import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { PAGE_SIZE_MAX } from '../../../platform/http/list.ts'
import { PricingStrategy } from '../strategies/schemas.ts'

/** Number of prices in a summary of a plan. */
export const PRICES_SHOWN = 5

export const PlanSummaryQuery = Type.Object({
  planId: Type.Array(uuid(), {
    minItems: 1,
    maxItems: PAGE_SIZE_MAX,
    description: 'One plan, or several: planId=…&planId=….',
  }),
})
export type PlanSummaryQuery = Static<typeof PlanSummaryQuery>

const PricingPlanSummary = Type.Object(
  {
    planId: uuid(),
    liveSubscriptions: Type.Integer({
      description: 'Number of subscriptions that have not ended.',
    }),
    priceCount: Type.Integer({ description: 'Number of active pricing strategies.' }),
    prices: Type.Array(PricingStrategy, {
      maxItems: PRICES_SHOWN,
      description: `The first ${PRICES_SHOWN} of them, in order of creation.`,
    }),
  },
  { title: 'PricingPlanSummary', description: 'Prices and number of subscriptions of a plan.' },
)
export type PricingPlanSummary = Static<typeof PricingPlanSummary>

export const PricingPlanSummaries = Type.Object(
  {
    results: Type.Array(PricingPlanSummary, {
      description: 'One for each plan that exists, in no particular order.',
    }),
  },
  {
    title: 'PricingPlanSummaries',
    description: 'Prices and number of subscriptions of several plans.',
  },
)
export type PricingPlanSummaries = Static<typeof PricingPlanSummaries>
