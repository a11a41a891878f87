import { type Static, Type } from 'typebox'
import { uuid } from '../../../platform/http/fields.ts'
import { PAGE_SIZE_MAX } from '../../../platform/http/list.ts'
import { PricingStrategy } from '../strategies/schemas.ts'

/** So many say what a plan is about. */
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
    liveSubscriptions: Type.Integer({ description: 'Those that have not ended.' }),
    priceCount: Type.Integer({ description: 'How many active pricing strategies it has.' }),
    prices: Type.Array(PricingStrategy, {
      maxItems: PRICES_SHOWN,
      description: `The first ${PRICES_SHOWN} of them, in the order they were made.`,
    }),
  },
  { title: 'PricingPlanSummary', description: 'What a plan charges, and how many live by it.' },
)
export type PricingPlanSummary = Static<typeof PricingPlanSummary>

export const PricingPlanSummaries = Type.Object(
  {
    results: Type.Array(PricingPlanSummary, {
      description: 'One for each of the plans that there is, in no order.',
    }),
  },
  { title: 'PricingPlanSummaries', description: 'What plans charge, and how many live by them.' },
)
export type PricingPlanSummaries = Static<typeof PricingPlanSummaries>
