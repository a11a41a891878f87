import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { keptByPlace } from '../../earnings/read/kept-rows.ts'
import { compareModelCosts, compareModelWork } from '../../usage-figures/models.ts'
import { dateRangeOf, type Window, windowBefore } from '../../usage-figures/window.ts'
import { readNames } from './names.ts'
import { type Compared, compare } from './places.ts'
import { FIGURES, sumByPlace } from './queries.ts'
import { type Sentence, sentencesOf, signalsExplained } from './sentences.ts'

const DAY_MS = 24 * 60 * 60_000

type Asked = { window: Window; horizon: number; planId?: string | undefined }

/** Reads the figures of a window and of the one before, by place and by model, with their names. */
export async function readExplained(tx: Tx, filter: EarningFilter, asked: Asked) {
  const places = await readPlaces(tx, filter, asked)
  const models =
    asked.planId === undefined
      ? await compareModelWork(tx, usageOf(filter), windowsOf(asked))
      : undefined
  const names = await readNames(tx, filter.organizationId, { places, models: models ?? [] })
  return { days: daysOf(asked), places, models, ...names }
}

/** Reads the sentences about a window. Models are read only of signals of which a sentence may name them. */
export async function readSentences(
  tx: Tx,
  filter: EarningFilter,
  asked: Omit<Asked, 'planId'>,
): Promise<Sentence[]> {
  const places = await readPlaces(tx, filter, asked)
  const usage = { ...usageOf(filter), signalIds: signalsExplained(places) }
  const models = await compareModelCosts(tx, usage, windowsOf(asked))
  const names = await readNames(tx, filter.organizationId, { places, models: [] })
  return sentencesOf({ days: daysOf(asked), places, models, ...names })
}

async function readPlaces(
  tx: Tx,
  filter: EarningFilter,
  { window, horizon, planId }: Asked,
): Promise<Compared[]> {
  const placesIn = async (own: Window) => {
    const kept = await keptByPlace(tx, filter, { window: own, horizon, figures: FIGURES })
    return sumByPlace(tx, kept, planId)
  }
  const [now, before] = await Promise.all([placesIn(window), placesIn(windowBefore(window))])
  return compare(now, before)
}

const daysOf = ({ window }: Asked) => (window.end - window.start) / DAY_MS

const usageOf = ({ organizationId, customerId, agentId }: EarningFilter) => {
  return { organizationId, customerId, agentId, signalId: undefined }
}

const windowsOf = ({ window }: Asked) => {
  return { dates: dateRangeOf(window), datesBefore: dateRangeOf(windowBefore(window)) }
}
