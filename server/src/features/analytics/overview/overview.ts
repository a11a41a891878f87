import { atSameMoment } from '../../../platform/database/at-one-moment.ts'
import type { Tx } from '../../../platform/database.ts'
import { readEarnings } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { dateRangeOf } from '../../usage-figures/window.ts'
import { sentenceBody } from '../breakdown/bodies.ts'
import { readSentences } from '../breakdown/explained.ts'
import { costByModel } from '../cost/by-model.ts'
import { restOf } from '../rest.ts'
import { lowestMargins } from './customer-margins.ts'
import { overviewTimes, readFigures } from './figures-by-time.ts'
import { TOP_DEFAULT } from './margin-schemas.ts'
import type { Overview, OverviewBucket, OverviewQuery } from './schemas.ts'

/** An overview has the work of all customers. */
const OF_ALL = { customerId: undefined, agentId: undefined, signalId: undefined }

type Asked = { organizationId: string; query: OverviewQuery }

/**
 * Returns revenue, cost, margin and MRR of a window, of the window before, and by time, with the causes of changes, the
 * customers with the lowest margins and the most expensive models. All of it is read at one snapshot.
 */
export async function overviewOf(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<Overview> {
  const times = overviewTimes(query, now)
  const { window } = times
  const filter = { organizationId, ...OF_ALL }
  const { top = TOP_DEFAULT } = query
  return readEarnings(deps, { organizationId, until: times.span.end }, async (tx, { horizon }) => {
    const beside = atSameMoment(deps.db, tx, (second) =>
      Promise.all([
        lowestMargins(second, organizationId, { window, horizon, top }),
        costByModel(second, { ...filter, dates: dateRangeOf(window) }),
      ]),
    )
    const reads = [
      beside,
      readFigures(tx, organizationId, { times, horizon }),
      readSentences(tx, filter, { window, horizon }),
    ] as const
    // After a failure too: the turn of the request lasts as long as its work.
    const [[customers, all], figures, sentences] = await Promise.all(reads).finally(() =>
      beside.catch(() => undefined),
    )
    const models = { results: all.slice(0, top), totalResults: all.length }
    const total = { totalCost: figures.current.cost }
    return {
      ...figures,
      sentences: sentences.map(sentenceBody),
      customers,
      models,
      rest: { ...figures.rest, models: restOf(['totalCost'], total, models.results) },
    }
  })
}

/** Returns the buckets of an overview alone. */
export async function overviewBuckets(
  deps: EarningsDeps,
  { organizationId, query }: Asked,
  now: Date,
): Promise<OverviewBucket[]> {
  const times = overviewTimes(query, now)
  const read = (tx: Tx, { horizon }: { horizon: number }) =>
    readFigures(tx, organizationId, { times, horizon })
  const { buckets } = await readEarnings(deps, { organizationId, until: times.span.end }, read)
  return buckets
}
