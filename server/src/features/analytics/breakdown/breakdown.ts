import { localDate } from '../../../domain/time/dates.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { includedIn } from '../../pricing-plans/included-signals.ts'
import { dateRangeOf, parseWindow, windowBefore } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency } from '../names-queries.ts'
import { figuresBody, lineBody, modelBody, restsOf, sentenceBody } from './bodies.ts'
import { readExplained } from './explained.ts'
import { worstFirst } from './places.ts'
import { listUsagePrices } from './queries.ts'
import { type MarginBreakdown, type MarginBreakdownQuery, TOP_DEFAULT } from './schemas.ts'
import { sentencesOf } from './sentences.ts'

type Asked = { organizationId: string; query: MarginBreakdownQuery }

/** Returns revenue and cost of a window by signal, fee and model, next to those of the window before. */
export async function marginBreakdown(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<MarginBreakdown> {
  const { customerId, agentId, planId, top = TOP_DEFAULT } = query
  const window = parseWindow(query, now)
  const filter = { organizationId, customerId, agentId }
  return readEarnings(deps, { ...filter, until: window.end }, async (tx, { horizon }) => {
    const explained = await readExplained(tx, filter, { window, horizon, planId })
    const { places, models } = explained
    const planIds = [...new Set(places.flatMap((one) => one.planId ?? []))]
    const prices = await listUsagePrices(tx, organizationId, planIds)
    const isIncluded = await includedIn(tx, organizationId, planIds)
    const currency = await findCurrency(tx, organizationId)
    const current = figuresBody(
      places.map((one) => ({ ...one, ...one.now })),
      currency,
    )
    const covered = { prices, isIncluded, names: explained, today: localDate(now, 'UTC') }
    const listed = worstFirst(places).slice(0, top)
    const lines = listed.map((place) => lineBody(place, covered))
    const modelBodies = models?.slice(0, top).map((one) => modelBody(one, explained)) ?? null
    return {
      current,
      before: figuresBody(
        places.map((one) => ({ ...one, ...one.before })),
        currency,
      ),
      sentences: sentencesOf(explained).map(sentenceBody),
      lines,
      models: modelBodies,
      rest: restsOf(current, { lines, models: modelBodies }),
      dateRange: dateRangeOf(window),
      dateRangeBefore: dateRangeOf(windowBefore(window)),
      filters: filtersIn(query),
    }
  })
}
