import { type RawBuilder, sql } from 'kysely'
import type { Decimal } from '../../domain/money.ts'
import { bucketOf } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { type StoredCost, withCosts } from './costs/stored-cost.ts'
import { type StoredRecord, storedServices } from './costs/stored-event.ts'
import type { OtherCostTotals } from './ingest/other-costs.ts'
import {
  createRollupTotals,
  type ModelTotals,
  type RollupChange,
  type RollupTotals,
} from './ingest/rollups.ts'

const EVENTS_AT_ONCE = 2_000
/** Limits how long one page blocks the process. */
const EVENTS_OF_PAGE = 500

/** The events of a customer in a half-open window, in epoch milliseconds. */
export type CustomerEvents = {
  organizationId: string
  customerId: string
  window: { start: number; end: number } | undefined
}

export type ModelSums = {
  sums: ModelTotals[]
  otherCosts: OtherCostTotals[]
  /** The half-open range of whole quarters of an hour; undefined at the bounds of the window. */
  start: number | undefined
  end: number | undefined
}

/**
 * Sums a customer's events by model, from their records and prices. Yields successive ranges of
 * whole quarters of an hour to bound memory. The last range may have no events.
 */
export async function* readModelSums(tx: Tx, events: CustomerEvents): AsyncGenerator<ModelSums> {
  let totals = createRollupTotals()
  let count = 0
  let start: number | undefined
  let bucket: number | undefined
  for await (const event of readEvents(tx, events)) {
    const next = bucketOf(event.usageDate.getTime())
    if (count >= EVENTS_AT_ONCE && next !== bucket) {
      yield { ...sumsOf(totals), start, end: next }
      totals = createRollupTotals()
      count = 0
      start = next
    }
    bucket = next
    count += 1
    totals.add(changeOf(event, events))
  }
  yield { ...sumsOf(totals), start, end: undefined }
}

function sumsOf(totals: RollupTotals): Pick<ModelSums, 'sums' | 'otherCosts'> {
  const { models, otherCosts } = totals.sorted()
  return { sums: models, otherCosts }
}

type EventRow = {
  id: string
  agentId: string
  signalId: string
  usageDate: Date
  quantity: Decimal
} & StoredRecord &
  StoredCost

function changeOf(
  event: EventRow,
  { organizationId, customerId }: Pick<CustomerEvents, 'organizationId' | 'customerId'>,
): RollupChange {
  const { agentId, signalId, usageDate, usageCost } = event
  return {
    organizationId,
    customerId,
    agentId,
    signalId,
    usageDate: usageDate.getTime(),
    eventCount: 1,
    uncostedEventCount: usageCost === null ? 1 : 0,
    quantity: Number(event.quantity.toFixed()),
    cost: usageCost,
    services: withCosts(storedServices(event), event),
    serviceCount: 1,
  }
}

/**
 * Sums the other costs of a customer's events. Reads only events whose record has one of their
 * fields.
 */
export async function readOtherCosts(tx: Tx, events: CustomerEvents): Promise<OtherCostTotals[]> {
  const totals = createRollupTotals()
  const mayHaveSome = sql`and (payload ~ ${OTHER_COST_FIELDS} or corrected_work ~ ${OTHER_COST_FIELDS})`
  for await (const event of readEvents(tx, events, mayHaveSome)) {
    totals.add(changeOf(event, events))
  }
  return totals.sorted().otherCosts
}

const OTHER_COST_FIELDS = '"(paidBy|reportedCostUsd)"'

/** Reads a customer's events in order of date, holding one page in memory. */
export async function* readEvents(
  tx: Tx,
  { organizationId, customerId, window }: CustomerEvents,
  condition: RawBuilder<unknown> = sql``,
): AsyncGenerator<EventRow> {
  const within = window
    ? sql`and usage_date >= ${new Date(window.start)} and usage_date < ${new Date(window.end)}`
    : sql``
  for (let last: EventRow | undefined; ; ) {
    const after = last ? sql`and (usage_date, id) > (${last.usageDate}, ${last.id}::uuid)` : sql``
    const { rows } = await sql<EventRow>`
      select id, agent_id, signal_id, usage_date, quantity, usage_cost, prices, payload,
        corrected_work
      from usage_events
      where customer_id = ${customerId} and organization_id = ${organizationId} ${within} ${after}
        ${condition}
      order by usage_date, id limit ${EVENTS_OF_PAGE}`.execute(tx)
    yield* rows
    if (rows.length < EVENTS_OF_PAGE) return
    last = rows.at(-1)
  }
}
