import type { ServiceUsage } from '../../domain/cost.ts'
import { amountNumber } from '../../domain/json-amount.ts'
import type { Db } from '../../platform/database.ts'
import { type CsvFile, csvFile, csvTable } from '../../platform/http/csv/csv-table.ts'
import { mapPages } from '../../platform/http/csv/pages.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { servicesById } from '../catalog/service.ts'
import { allEvents } from './all-events.ts'
import { toBody } from './body.ts'
import { listEventPage } from './list-events.ts'
import {
  type EventFilter,
  listBackfillGroups,
  sumWaitingUsage,
  type WaitingUsage,
} from './queries.ts'
import {
  type BackfillQuery,
  type EventListQuery,
  type UncostedUsage,
  UsageEvent,
  type UsageEventList,
} from './schemas.ts'
import { rangeOf, type Suggestion, suggestEntries } from './suggest-entries.ts'
import { parseWindow } from './window.ts'

export async function listEvents(
  db: Db,
  organizationId: string,
  query: EventListQuery,
): Promise<UsageEventList> {
  const page = pageOf(query)
  const place = { window: parseWindow(query), ...page }
  const { events, totalResults } = await listEventPage(db, filterOf(organizationId, query), place)
  return listAnswer(page, events.map(toBody), totalResults)
}

function filterOf(organizationId: string, query: EventListQuery): EventFilter {
  const { customerId, agentId, signalId, runId, eventProcessed } = query
  return { organizationId, customerId, agentId, signalId, runId, eventProcessed }
}

export const EVENT_TABLE = csvTable('events', UsageEvent)

/** All events that a query means, as a table. */
export function exportEvents(db: Db, organizationId: string, query: EventListQuery): CsvFile {
  const events = allEvents(db, filterOf(organizationId, query), parseWindow(query))
  return csvFile(
    EVENT_TABLE,
    mapPages(events, (page) => page.map(toBody)),
  )
}

const BACKFILL_WINDOW_MS = 30 * 24 * 60 * 60_000

/** The models that hold back costs, by default of the last 30 days. */
export async function listNeedsCostBackfill(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, query }: { organizationId: string; query: BackfillQuery },
  now: Date,
): Promise<UncostedUsage> {
  const end = now.getTime() + 1
  const window = parseWindow(query, { start: now.getTime() - BACKFILL_WINDOW_MS, end })
  const { groups, totalEvents } = await listBackfillGroups(db, organizationId, window)
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
  }
}

/** Suggestions are for people, who work through the largest groups first. */
const SUGGESTED_GROUPS = 50

/** All of it as one use, of as many calls. */
function serviceUsage({ serviceCount, ...units }: WaitingUsage): ServiceUsage {
  return {
    inputTokens: amountNumber(units.inputTokens),
    outputTokens: amountNumber(units.outputTokens),
    cacheReadTokens: amountNumber(units.cacheReadTokens),
    cacheWriteTokens: amountNumber(units.cacheWriteTokens),
    quantity: amountNumber(units.quantity),
    calls: Math.max(1, Number(serviceCount)),
  }
}

/** Nothing for an entry that was deactivated: nothing may be mapped to it. */
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
