import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import { compareModelWork } from '../../usage-figures/models.ts'
import { dateRangeOf, type Window, windowBefore } from '../../usage-figures/window.ts'
import { readNames } from './names.ts'
import { compare } from './places.ts'
import { FIGURES, sumByPlace } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

type Asked = { window: Window; horizon: number; planId?: string | undefined }

/** Reads the figures of a window and of the one before, by place and by model, with their names. */
export async function readExplained(
  tx: Tx,
  filter: EarningFilter,
  { window, horizon, planId }: Asked,
) {
  const before = windowBefore(window)
  const asked = { horizon, planId }
  const places = compare(
    await readPlaces(tx, filter, { ...asked, window }),
    await readPlaces(tx, filter, { ...asked, window: before }),
  )
  const models = planId === undefined ? await readModels(tx, filter, [window, before]) : undefined
  const names = await readNames(tx, filter.organizationId, { places, models: models ?? [] })
  return { days: (window.end - window.start) / DAY_MS, places, models, ...names }
}

async function readPlaces(tx: Tx, filter: EarningFilter, { planId, ...times }: Asked) {
  const kept = await keptByPlace(tx, filter, { ...times, figures: FIGURES })
  return sumByPlace(tx, kept, planId)
}

function readModels(tx: Tx, filter: EarningFilter, [now, before]: readonly [Window, Window]) {
  const { organizationId, customerId, agentId } = filter
  const usage = { organizationId, customerId, agentId, signalId: undefined }
  return compareModelWork(tx, usage, { dates: dateRangeOf(now), datesBefore: dateRangeOf(before) })
}
