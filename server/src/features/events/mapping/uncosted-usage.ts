import { costService, type ServiceUsage } from '../../../domain/cost.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { Db } from '../../../platform/database.ts'
import { EARLIEST_DATE } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { servicesById } from '../../catalog/service.ts'
import { listBackfillGroups } from '../queries.ts'
import type {
  BackfillQuery,
  MappingEstimate,
  MappingEstimateQuery,
  UncostedUsage,
} from '../schemas.ts'
import { parseWindow } from '../window.ts'
import { rangeOf, type Suggestion, suggestEntries } from './suggest-entries.ts'
import { sumWaitingUsage, type WaitingUsage } from './waiting-usage.ts'
import { listWithoutTokens } from './without-tokens.ts'

const BACKFILL_WINDOW_MS = 30 * 24 * 60 * 60_000

/** Lists the models without a known cost, by default in the last 30 days. */
export async function listNeedsCostBackfill(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, query }: { organizationId: string; query: BackfillQuery },
  now: Date,
): Promise<UncostedUsage> {
  const end = now.getTime() + 1
  const window = parseWindow(query, { start: now.getTime() - BACKFILL_WINDOW_MS, end })
  const { groups, totalEvents } = await listBackfillGroups(db, organizationId, window)
  const withoutTokens = await listWithoutTokens(db, organizationId, window)
  const used = await sumWaitingUsage(db, organizationId, {
    window,
    pairs: groups.slice(0, SUGGESTED_GROUPS),
  })
  const usageOf = new Map(used.map((one) => [`${one.provider}\n${one.model}`, one]))
  const suggested = groups.map((group) => {
    const usage = usageOf.get(`${group.provider}\n${group.model}`)
    const entries = catalog.book.byId.values()
    return usage ? suggestEntries(entries, group, { usage: serviceUsage(usage), now }) : []
  })
  const ids = new Set(suggested.flat().map(({ entry }) => entry.id))
  const services = await servicesById(db, [...ids], now)
  return {
    groups: groups.map((group, index) => {
      const suggestions = suggested[index] ?? []
      const range = rangeOf(suggestions)
      return {
        ...group,
        oldestEventDate: group.oldestEventDate.toISOString(),
        suggestions: suggestions.flatMap((one) => suggestionBody(one, services.get(one.entry.id))),
        estimatedCost: range && { low: amountNumber(range.low), high: amountNumber(range.high) },
      }
    }),
    totalEvents,
    withoutTokens,
  }
}

/** Limits suggestions to the largest groups, which are reviewed first. */
const SUGGESTED_GROUPS = 50

/** Combines all usage into one use with its total number of calls, at the standard tier. */
function serviceUsage({ serviceCount, ...units }: WaitingUsage): ServiceUsage {
  return {
    inputTokens: amountNumber(units.inputTokens),
    outputTokens: amountNumber(units.outputTokens),
    cacheReadTokens: amountNumber(units.cacheReadTokens),
    cacheWriteTokens: amountNumber(units.cacheWriteTokens),
    cacheWrite1hTokens: 0,
    quantity: amountNumber(units.quantity),
    serviceTier: null,
    calls: Math.max(1, amountNumber(serviceCount)),
  }
}

/** Returns nothing for a deactivated entry, because nothing may be mapped to it. */
function suggestionBody({ entry, reason, cost }: Suggestion, service: Service | undefined) {
  if (service === undefined) return []
  const { inputCost, outputCost, costUnit } = service
  return [
    {
      serviceId: entry.id,
      model: entry.canonicalName,
      provider: entry.provider,
      reason,
      estimatedCost: amountNumber(cost),
      inputCost,
      outputCost,
      costUnit,
    },
  ]
}

type Service = { inputCost: string | null; outputCost: string | null; costUnit: string }

/** Estimates the cost of all events that wait for a model, at current prices of an entry. */
export async function estimateModelMapping(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, query }: { organizationId: string; query: MappingEstimateQuery },
  now: Date,
): Promise<MappingEstimate> {
  const { targetPricingId: id } = query
  const pair = {
    provider: query.sourceProvider.trim().toLowerCase(),
    model: query.sourceModel.trim().toLowerCase(),
  }
  const service = (await servicesById(db, [id], now)).get(id)
  const entry = catalog.book.byId.get(id)
  if (!service || !entry) {
    throw new AppError('not_found', 'The target is not in the catalog; look it up at /v1/services')
  }
  const window = { start: EARLIEST_DATE, end: now.getTime() + 1 }
  const [usage] = await sumWaitingUsage(db, organizationId, { window, pairs: [pair] })
  const { inputCost, outputCost, costUnit } = service
  const rates = { inputCost, outputCost, costUnit }
  if (!usage) return { ...rates, estimatedCost: 0, explanation: null }
  const cost = costService(entry, serviceUsage(usage), now.getTime())
  return cost.kind === 'costed'
    ? { ...rates, estimatedCost: amountNumber(cost.cost), explanation: null }
    : { ...rates, estimatedCost: null, explanation: cost.reason }
}
