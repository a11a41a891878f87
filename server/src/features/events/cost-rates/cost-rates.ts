import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { canonicalProvider, normalizeName } from '../../catalog/names.ts'
import { namesOfRate, type PriceBook } from '../../catalog/price-book.ts'
import * as costRates from '../../catalog/stored-cost-rates.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { tierNamed } from '../../usage/batch/parse-record.ts'
import { toBodies } from './body.ts'
import type { CostRate } from './fields.ts'
import type { CostRateList, CostRateListQuery } from './schemas.ts'

type Deps = { db: Db; catalog: Catalog }

export async function listCostRates(
  { db, catalog }: Deps,
  organizationId: string,
  query: CostRateListQuery,
): Promise<CostRateList> {
  const page = pageOf(query)
  const { modelProvider, model, serviceTier, includeWithdrawn = false } = query
  const filter = {
    organizationId,
    ...namesFilter(catalog.book, { organizationId, modelProvider, model }),
    serviceTier: serviceTier === undefined ? undefined : tierNamed(serviceTier),
    includeWithdrawn,
  }
  const { rows, total } = await costRates.listCostRates(db, filter, page)
  return listAnswer(page, await toBodies(db, organizationId, rows), total)
}

type NamedModel = {
  organizationId: string
  modelProvider: string | undefined
  model: string | undefined
}

/** With both names, also finds the rates of the catalog entry that they resolve to. */
function namesFilter(
  book: PriceBook,
  { organizationId, modelProvider, model }: NamedModel,
): Pick<costRates.CostRateFilter, 'provider' | 'models'> {
  const provider = modelProvider === undefined ? undefined : canonicalProvider(modelProvider)
  if (model === undefined) return { provider, models: undefined }
  const sent = { provider: provider ?? null, model: normalizeName(model) }
  if (modelProvider === undefined) return { provider, models: [sent] }
  const { entry } = namesOfRate(book, { organizationId, provider: modelProvider, model })
  const known = entry ? [{ provider: entry.provider, model: entry.canonicalName }] : []
  return { provider: undefined, models: [sent, ...known] }
}

/** Returns an own rate, even if it is withdrawn, because events name it. */
export async function getCostRate(db: Db, key: ScopedId): Promise<CostRate> {
  return (await findCostRate(db, key)) ?? notFound('Cost rate')
}

/** Like `getCostRate`; undefined if it is absent. */
export async function findCostRate(db: Db, key: ScopedId): Promise<CostRate | undefined> {
  const rate = await costRates.findCostRate(db, key)
  return rate && (await toBodies(db, key.organizationId, [rate]))[0]
}

/** Withdraws an own rate: it prices no further usage. Events that it priced keep their costs. */
export async function withdrawCostRate(
  { db, catalog }: Deps,
  key: ScopedId,
  moment: Moment,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await costRates.withdrawCostRate(tx, key, moment.now))) await refuse(tx, key)
    const { organizationId, id } = key
    const event = { type: 'cost_rate.withdrawn' as const, organizationId, customerId: null, id }
    await publishEvent(tx, event, moment)
  })
  await catalog.refreshOrganizations()
}

async function refuse(tx: Tx, key: ScopedId): Promise<never> {
  const rate = await costRates.findCostRate(tx, key)
  if (rate?.allocationId == null) notFound('Cost rate')
  throw new AppError(
    'conflict',
    `The rate belongs to an allocation; end it with POST /v1/cost-allocations/${rate.allocationId}/end`,
  )
}
