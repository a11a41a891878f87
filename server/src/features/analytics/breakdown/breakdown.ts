import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { includedIn } from '../../pricing-plans/included-signals.ts'
import { listModelWork } from '../../usage-figures/models.ts'
import { dateRangeOf, parseWindow, type Window, windowBefore } from '../../usage-figures/window.ts'
import { filtersIn } from '../fields.ts'
import { findCurrency } from '../names-queries.ts'
import { figuresBody, lineBody, modelBody, restsOf, sentenceBody } from './bodies.ts'
import { compareModels } from './models.ts'
import { readNames } from './names.ts'
import { compare, worstFirst } from './places.ts'
import { FIGURES, listUsagePrices, sumByPlace } from './queries.ts'
import { type MarginBreakdown, type MarginBreakdownQuery, TOP_DEFAULT } from './schemas.ts'
import { sentencesOf } from './sentences.ts'

const DAY_MS = 24 * 60 * 60_000

type Asked = { organizationId: string; query: MarginBreakdownQuery }

/** Returns revenue and cost of a window by signal, fee and model, next to those of the window before. */
export async function marginBreakdown(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<MarginBreakdown> {
  const { customerId, agentId, planId, top = TOP_DEFAULT } = query
  const window = parseWindow(query, now)
  const before = windowBefore(window)
  const filter = { organizationId, customerId, agentId }
  return readEarnings(deps, { ...filter, until: window.end }, async (tx, { horizon }) => {
    const asked = { horizon, planId }
    const places = compare(
      await readPlaces(tx, filter, { ...asked, window }),
      await readPlaces(tx, filter, { ...asked, window: before }),
    )
    const models = planId === undefined ? await readModels(tx, filter, [window, before]) : undefined
    const planIds = [...new Set(places.flatMap((one) => one.planId ?? []))]
    const prices = await listUsagePrices(tx, organizationId, planIds)
    const isIncluded = await includedIn(tx, organizationId, planIds)
    const names = await readNames(tx, organizationId, { places, models: models ?? [] })
    const currency = await findCurrency(tx, organizationId)
    const current = figuresBody(
      places.map((one) => ({ ...one, ...one.now })),
      currency,
    )
    const covered = { prices, isIncluded, names }
    const listed = worstFirst(places).slice(0, top)
    const lines = listed.map((place) => lineBody(place, covered))
    const modelBodies = models?.slice(0, top).map((one) => modelBody(one, names)) ?? null
    const days = (window.end - window.start) / DAY_MS
    return {
      current,
      before: figuresBody(
        places.map((one) => ({ ...one, ...one.before })),
        currency,
      ),
      sentences: sentencesOf({ days, places, models, ...names }).map(sentenceBody),
      lines,
      models: modelBodies,
      rest: restsOf(current, { lines, models: modelBodies }),
      dateRange: dateRangeOf(window),
      dateRangeBefore: dateRangeOf(before),
      filters: filtersIn(query),
    }
  })
}

type PlacesAsked = { window: Window; horizon: number; planId: string | undefined }

async function readPlaces(tx: Tx, filter: EarningFilter, { planId, ...times }: PlacesAsked) {
  const kept = await keptByPlace(tx, filter, { ...times, figures: FIGURES })
  return sumByPlace(tx, kept, planId)
}

async function readModels(tx: Tx, filter: EarningFilter, [now, before]: readonly [Window, Window]) {
  const { organizationId, customerId, agentId } = filter
  const workOf = (window: Window) => {
    const usage = { organizationId, customerId, agentId, signalId: undefined }
    return listModelWork(tx, { ...usage, dates: dateRangeOf(window) })
  }
  return compareModels(await workOf(now), await workOf(before))
}
