import { toExactText } from '../../domain/money.ts'
import { cut } from '../../platform/batching/cut.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mapInTurns } from '../../platform/program/in-turns.ts'
import { dateText } from '../../platform/values/timestamp-text.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { listExternalIds } from '../customers/external-ids.ts'
import { costRecord, type FindPrices } from '../usage/costs/cost-record.ts'
import { storedServices } from '../usage/costs/stored-event.ts'
import { COST_DECIMALS } from '../usage/record.ts'
import { type Concerned, findConcerned } from '../usage/recosting/concerned.ts'
import {
  countEvents,
  listEventsOfCustomer,
  type Place,
  type RecostScope,
  type StoredEvent,
} from '../usage/recosting/costed-events.ts'
import { readPage } from '../usage/recosting/read-page.ts'
import { recostEvent } from '../usage/recosting/recost-event.ts'
import { NO_COUNTS, type RecostCounts } from '../usage/recosting/recost-page.ts'
import { countsBody, scopeBody } from './body.ts'
import { type ChangedInvoice, listInvoicesOf } from './invoice-queries.ts'
import { type Change, changedGroups, createPreviewSums } from './preview-sums.ts'
import { LISTED_MAX, type RepricingPreview, type RepricingPreviewCreate } from './schemas.ts'
import { readScope } from './scope.ts'

/** A run has no limit; its preview is computed while the caller waits. */
const EVENTS_MAX = 200_000
const EVENTS_AT_ONCE = 1_000
const DAYS_AT_ONCE = 5_000

type Preview = { organizationId: string; input: RepricingPreviewCreate }

/** Computes what a run would change, by the same prices, and changes nothing. */
export async function previewRun(
  { db, catalog }: { db: Db; catalog: Catalog },
  { organizationId, input }: Preview,
  eventsMax: number = EVENTS_MAX,
): Promise<RepricingPreview> {
  const scope = await readScope(db, organizationId, input)
  if ((await countEvents(db, scope, eventsMax + 1)) > eventsMax) {
    const message = `More than ${eventsMax} events: preview a shorter time, or one customer. A run has no such limit`
    throw new AppError('inconsistent', message, { param: 'to' })
  }
  await catalog.refresh()
  const findPrices = catalog.findPricesFor(organizationId)
  const concerned = await findConcerned(db, scope, findPrices)
  const found = createFound({ concerned, findPrices })
  let place: Place | null = null
  do {
    const page: { events: StoredEvent[]; place: Place | null } = await readPage({
      concerned,
      after: place,
      limit: EVENTS_AT_ONCE,
      list: (ofCustomer) => listEventsOfCustomer(db, scope, ofCustomer),
    })
    await mapInTurns(page.events, found.add)
    place = page.place
  } while (place)
  return toBody(db, scope, found)
}

/** Collects what changes. */
function createFound({ concerned, findPrices }: { concerned: Concerned; findPrices: FindPrices }) {
  const sums = createPreviewSums()
  const counts: RecostCounts & { uncostedEventCount: number } = {
    ...NO_COUNTS,
    uncostedEventCount: 0,
  }
  function add(event: StoredEvent): void {
    const services = storedServices(event)
    if (!concerned.isConcerned(services)) return
    const { usageCost, prices } = event
    if (usageCost === null || prices === null) {
      if (isPriced(event)) counts.uncostedEventCount += 1
      return
    }
    const result = recostEvent({ ...event, usageCost, prices }, services, findPrices)
    const costAfter = result.kind === 'recost' ? result.recost.usageCost : usageCost
    counts.eventCount += 1
    if (result.kind === 'recost') counts.repricedEventCount += 1
    if (result.kind === 'unknown') counts.unknownEventCount += 1
    if (!costAfter.eq(usageCost)) counts.changedEventCount += 1
    counts.costBefore = counts.costBefore.plus(usageCost)
    counts.costAfter = counts.costAfter.plus(costAfter)
    sums.add(event, { before: usageCost, after: costAfter })
  }
  const isPriced = (event: StoredEvent) => {
    const cost = costRecord(storedServices(event), event.usageDate.getTime(), findPrices)
    return cost.status === 'PROCESSED'
  }
  return { add, counts, sums }
}

async function toBody(
  db: Db,
  scope: RecostScope,
  { counts, sums }: ReturnType<typeof createFound>,
): Promise<RepricingPreview> {
  const { organizationId } = scope
  const customers = changedGroups(sums.customers)
  const agents = changedGroups(sums.agents)
  const days = changedGroups(sums.days)
  const invoices = await findInvoices(db, organizationId, [...sums.changedDays.values()])
  const listed = customers.slice(0, LISTED_MAX)
  const shown = invoices.slice(0, LISTED_MAX)
  const names = await listExternalIds(db, organizationId, [
    scope.customerId,
    ...listed.map(([customerId]) => customerId),
    ...shown.map(({ customerId }) => customerId),
  ])
  const externalIdOf = (customerId: string | null) => names.get(customerId ?? '') ?? null
  return {
    ...scopeBody(scope),
    customerExternalId: externalIdOf(scope.customerId),
    ...countsBody(counts),
    uncostedEventCount: counts.uncostedEventCount,
    customers: listed.map(([customerId, change]) => {
      return { customerId, customerExternalId: externalIdOf(customerId), ...changeBody(change) }
    }),
    customerCount: customers.length,
    agents: agents.slice(0, LISTED_MAX).map(([agentId, change]) => {
      return { agentId, ...changeBody(change) }
    }),
    agentCount: agents.length,
    days: days.slice(0, LISTED_MAX).map(([day, change]) => {
      return { day: dateText(day), ...changeBody(change) }
    }),
    dayCount: days.length,
    invoices: shown.map(({ id: invoiceId, ...invoice }) => {
      return { invoiceId, ...invoice, customerExternalId: externalIdOf(invoice.customerId) }
    }),
    invoiceCount: invoices.length,
  }
}

function changeBody({ changedEventCount, costBefore, costAfter }: Change) {
  return {
    changedEventCount,
    costBefore: toExactText(costBefore, COST_DECIMALS),
    costAfter: toExactText(costAfter, COST_DECIMALS),
  }
}

async function findInvoices(
  db: Db,
  organizationId: string,
  changed: Parameters<typeof listInvoicesOf>[2],
): Promise<ChangedInvoice[]> {
  const found = new Map<string, ChangedInvoice>()
  for (const part of cut(changed, DAYS_AT_ONCE)) {
    for (const invoice of await listInvoicesOf(db, organizationId, part)) {
      found.set(invoice.id, invoice)
    }
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
