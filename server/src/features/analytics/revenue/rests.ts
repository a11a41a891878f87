import { betweenSteps } from '../../../platform/program/in-turns.ts'
import { restByCurrency, restOf } from '../rest.ts'
import type { RevenueAnalytics } from './schemas.ts'

type Tables = Pick<
  RevenueAnalytics,
  'cost' | 'byCurrency' | 'bySubscription' | 'byStrategy' | 'timeSeries'
>

const KINDS = ['usage', 'recurring', 'seat', 'onetime'] as const

/** Returns the difference between each table and the totals of its currencies. */
export async function revenueRests({
  cost,
  byCurrency,
  bySubscription,
  byStrategy,
  timeSeries,
}: Tables): Promise<RevenueAnalytics['rest']> {
  const ofSubscriptions = restOfSubscriptions(byCurrency, bySubscription)
  await betweenSteps()
  const ofStrategies = restByCurrency(['revenue', 'agentEarned'], byCurrency, byStrategy)
  await betweenSteps()
  return {
    byCurrency: restOf(['cost'], { cost }, byCurrency),
    bySubscription: ofSubscriptions,
    byStrategy: ofStrategies,
    ...(timeSeries && {
      timeSeries: restByCurrency(['revenue', ...KINDS], byCurrency.map(flat), timeSeries),
    }),
  }
}

type Kinds = Tables['byCurrency'][number]['breakdown']

const flat = <Row extends { breakdown: Kinds }>({ breakdown, ...row }: Row) => ({
  ...row,
  ...breakdown,
})

function restOfSubscriptions(
  byCurrency: Tables['byCurrency'],
  bySubscription: Tables['bySubscription'],
): RevenueAnalytics['rest']['bySubscription'] {
  const fields = ['revenue', 'agentEarned', 'invoiced', 'notInvoiced', 'cost', ...KINDS] as const
  const rests = restByCurrency(fields, byCurrency.map(flat), bySubscription.map(flat))
  return rests.map(({ usage, recurring, seat, onetime, ...rest }) => {
    return { ...rest, breakdown: { usage, recurring, seat, onetime } }
  })
}
