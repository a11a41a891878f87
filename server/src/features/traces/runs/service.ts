import { type Decimal, decimal, toExactText, ZERO } from '../../../domain/money.ts'
import type { Attributes } from '../../../domain/traces/span.ts'
import type { Db } from '../../../platform/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { countAfter, cursorOf, placeAfter } from '../../../platform/http/list-cursor.ts'
import type { Actor } from '../../auth/principal.ts'
import { linesOfEvents, type UsageLine } from '../../rating/lines-of-events.ts'
import { usageLineBody } from '../../rating/usage-line-fields.ts'
import { parseRecord } from '../../usage/batch/parse-record.ts'
import type { FindPrices } from '../../usage/costs/cost-record.ts'
import type { PriceRecords } from '../../usage/estimate.ts'
import { COST_DECIMALS } from '../../usage/record.ts'
import { isName } from '../spans/kept-span.ts'
import { assignCustomer } from './assign-customer.ts'
import { eventBody, runBody, spanBody, suggestedRule } from './body.ts'
import * as queries from './queries.ts'
import {
  COUNTED_MAX,
  EVENTS_SHOWN_MAX,
  type Run,
  type RunDetail,
  type RunListQuery,
  SPANS_SHOWN_MAX,
} from './schemas.ts'
import { inTreeOrder } from './span-tree.ts'

export type RunDeps = {
  db: Db
  usage: { findPrices: (organizationId: string) => FindPrices }
  priceRecords: PriceRecords
}

/** Lists runs that arrived as spans, logs or calls of a gateway, the latest first. */
export async function listRuns(db: Db, organizationId: string, query: RunListQuery) {
  const page = pageOf(query)
  const { state, customerExternalId: customer, agentCode: agent } = query
  const after = placeAfter(query.after, page)
  const filter = { organizationId, state, customer, agent }
  const [found, total] = await Promise.all([
    queries.listRuns(db, filter, { ...page, limit: page.limit + 1, after }),
    after ? undefined : queries.countRuns(db, filter, COUNTED_MAX),
  ])
  const rows = found.slice(0, page.limit)
  const ids = rows.map(({ runId }) => runId)
  const sums = await queries.sumEvents(db, organizationId, ids)
  const last = rows.at(-1)
  const hasMore = found.length > rows.length
  return {
    ...listAnswer(
      page,
      rows.map((run): Run => runBody(run, sums.get(run.runId))),
      total ?? countAfter(rows.length, hasMore),
    ),
    ...(hasMore && last && { nextAfter: cursorOf({ at: last.firstReceivedAt, id: last.traceId }) }),
  }
}

type RunName = { organizationId: string; runId: string }

/** Returns a run by its id: of spans, of usage records with this id, or of both. */
export async function getRun(
  deps: RunDeps,
  { organizationId, runId }: RunName,
): Promise<RunDetail> {
  const { db } = deps
  const [stored, events, sums] = await Promise.all([
    queries.findRun(db, organizationId, runId),
    queries.listEvents(db, organizationId, runId, EVENTS_SHOWN_MAX),
    queries.sumEvents(db, organizationId, [runId]),
  ])
  const run = stored ?? runOfEvents(organizationId, runId, events) ?? notFound('Run')
  const [spans, problems, revenue, lines] = await Promise.all([
    queries.listSpans(db, run, SPANS_SHOWN_MAX),
    queries.listProblems(db, run),
    revenueOf(deps, { organizationId, events, sums: sums.get(runId) }),
    linesOfEvents(db, organizationId, events),
  ])
  const attributes: Attributes = run.attributes === null ? {} : JSON.parse(run.attributes)
  const warnings: string[] = run.warnings === null ? [] : JSON.parse(run.warnings)
  const findPrices = deps.usage.findPrices(organizationId)
  return {
    ...runBody(run, sums.get(runId)),
    attributes,
    warnings,
    problems,
    suggestedRule: run.customer === null ? suggestedRule(attributes) : null,
    revenue,
    spans: inTreeOrder(spans).map((span) => spanBody(span, findPrices)),
    events: events.map(eventBody),
    invoiceLines: linesOfRun([...lines.values()].flat()),
  }
}

/** Returns each line once, in the order of the events. */
function linesOfRun(lines: readonly UsageLine[]) {
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  return [...byId.values()].map(usageLineBody)
}

const NO_TRACE = '00000000-0000-0000-0000-000000000000'

/** Returns the run of usage records that were sent without spans. */
function runOfEvents(
  organizationId: string,
  runId: string,
  events: readonly queries.RunEvent[],
): queries.StoredRun | undefined {
  const [first] = events
  const last = events.at(-1)
  if (!first || !last) return undefined
  const outcome = events.find(({ quantity, voidedAt }) => !voidedAt && quantity.gt(decimal('0')))
  const received = events.map(({ receivedAt }) => receivedAt.getTime())
  return {
    organizationId,
    traceId: NO_TRACE,
    runId,
    firstReceivedAt: new Date(Math.min(...received)),
    lastReceivedAt: new Date(Math.max(...received)),
    spanCount: 0,
    recordCount: 0,
    customer: first.customerExternalId,
    agent: first.agentCode,
    signal: outcome?.signalName ?? null,
    quantity: outcome ? outcome.quantity.toFixed() : null,
    isAssigning: false,
    name: null,
    startedAt: first.usageDate,
    endedAt: last.usageDate,
    isError: false,
    attributes: null,
    warnings: null,
    isOpen: false,
  }
}

type Earning = {
  organizationId: string
  events: readonly queries.RunEvent[]
  sums: queries.RunSums | undefined
}

/** Estimates what the outcome of a run earns, and its margin. */
async function revenueOf(
  { priceRecords }: RunDeps,
  { organizationId, events, sums }: Earning,
): Promise<RunDetail['revenue']> {
  const none = { amount: null, currency: null, margin: null }
  const outcome = events.find(({ quantity, voidedAt }) => !voidedAt && quantity.gt(decimal('0')))
  if (!outcome) return { ...none, note: 'The run has no outcome' }
  const billed = outcome.quantity.minus(outcome.rejectedQuantity)
  if (billed.eq(ZERO)) return { ...none, note: 'The outcome was rejected' }
  if (outcome.customerExternalId === null) return { ...none, note: 'The customer is not known' }
  const parsed = parseRecord(
    {
      customerExternalId: outcome.customerExternalId,
      agentCode: outcome.agentCode,
      signalName: outcome.signalName,
      quantity: Number(billed.toFixed()),
      model: 'none',
      modelProvider: 'piecework',
    },
    outcome.usageDate.getTime(),
  )
  if (!parsed.ok) return { ...none, note: parsed.problems.join('; ') }
  const [revenue] = await priceRecords(organizationId, [parsed.record])
  if (!revenue || revenue.amount === null) return { ...none, note: revenue?.revenueNote ?? null }
  const { amount, currency } = revenue
  const isComparable = currency === 'USD' && sums?.uncostedCount === 0
  return {
    amount: toExactText(amount, COST_DECIMALS),
    currency,
    margin: isComparable ? marginOf(amount, sums.usageCost) : null,
    note: null,
  }
}

function marginOf(revenue: Decimal, cost: Decimal): string {
  return toExactText(revenue.minus(cost), COST_DECIMALS)
}

type Assignment = RunName & { customer: string; actor: Actor }

/**
 * Gives an unassigned run its customer. A worker moves its events: each is recorded for the customer,
 * then voided where it was. Throws `conflict` if the run has a customer.
 */
export async function assignRun(
  deps: RunDeps,
  { organizationId, runId, customer, actor }: Assignment,
): Promise<RunDetail> {
  if (!isName(customer)) {
    throw new AppError('invalid', ['customerExternalId must be one line of text'])
  }
  const run = (await queries.findRun(deps.db, organizationId, runId)) ?? notFound('Run')
  const isAssigned = await assignCustomer(deps.db, run, { customer, actor })
  if (!isAssigned) {
    throw new AppError('conflict', 'The run has a customer; void its events to correct it')
  }
  return getRun(deps, { organizationId, runId })
}
