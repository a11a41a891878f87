import type { FoundBy, ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type UsedPrice, usedPricesById } from '../catalog/service.ts'
import { costRateIdsAmong } from '../catalog/stored-cost-rates.ts'
import { linesOfEvents } from '../rating/lines-of-events.ts'
import { usageLineBody } from '../rating/usage-line-fields.ts'
import type { UsedService } from '../usage/batch/parse-record.ts'
import { costRecord, isOurs } from '../usage/costs/cost-record.ts'
import { pricesFromText } from '../usage/costs/price-text.ts'
import { serviceBody, toBody } from './body.ts'
import { correctionsOf } from './corrections-of.ts'
import { findListedEvent, type ListedEvent } from './list-events.ts'
import type { UsageEventDetail } from './schemas.ts'
import { rejectionsOf } from './stored-rejections/read.ts'

/**
 * Returns an event with the price of each of its services, or the reasons for a missing cost, and
 * with the invoice lines that bill it.
 */
export async function getEvent(
  { db, catalog }: { db: Db; catalog: Catalog },
  key: ScopedId,
): Promise<UsageEventDetail> {
  return (await findEvent({ db, catalog }, key)) ?? notFound('Event')
}

/**
 * Like `getEvent`; undefined if the event is absent. Of its corrections and of its rejections,
 * `correctionsMax` each are read.
 */
export async function findEvent(
  { db, catalog }: { db: Db; catalog: Catalog },
  key: FoundBy,
  { correctionsMax }: { correctionsMax?: number } = {},
): Promise<UsageEventDetail | undefined> {
  const event = await findListedEvent(db, key)
  if (!event) return undefined
  const lacks = lacksOf(event, catalog)
  const priceIds = pricesFromText(event.prices ?? '').map(({ priceId }) => priceId)
  const { organizationId } = event
  const [prices, costRateIds, corrections, rejections, lines] = await Promise.all([
    usedPricesById(db, priceIds),
    costRateIdsAmong(db, { organizationId, ids: priceIds }),
    correctionsOf(db, event, correctionsMax),
    rejectionsOf(db, event, correctionsMax),
    linesOfEvents(db, organizationId, [event]),
  ])
  return {
    ...toBody(event),
    services: event.services.map((service, index) => {
      const priceId = priceIds[index] ?? ''
      return {
        ...serviceBody(service),
        price: toUsedPrice(prices.get(priceId)),
        costRateId: costRateIds.has(priceId) ? priceId : null,
        missing: (isOurs(service) ? lacks.get(pairOf(service)) : null) ?? null,
      }
    }),
    corrections,
    rejections,
    invoiceLines: (lines.get(event.id) ?? []).map(usageLineBody),
  }
}

type Lack = { reason: 'unknown_model' | 'no_rate'; explanation: string }

/**
 * Explains missing costs by the current catalog. Services that it now knows are costed
 * automatically.
 */
function lacksOf(
  { usageCost, services, usageDate, organizationId }: ListedEvent,
  catalog: Catalog,
) {
  if (usageCost !== null) return new Map<string, Lack>()
  const cost = costRecord(services, usageDate.getTime(), catalog.findPricesFor(organizationId))
  const uncosted = cost.status === 'PROCESSED' ? [] : cost.uncosted
  return new Map(
    uncosted.map(({ provider, model, reason, explanation }) => [
      pairOf({ modelProvider: provider, model }),
      { reason, explanation },
    ]),
  )
}

const pairOf = ({ modelProvider, model }: Pick<UsedService, 'modelProvider' | 'model'>) =>
  `${modelProvider}\n${model}`

function toUsedPrice(price: UsedPrice | undefined) {
  return price === undefined
    ? null
    : { ...price, effectiveFrom: price.effectiveFrom?.toISOString() ?? null }
}
