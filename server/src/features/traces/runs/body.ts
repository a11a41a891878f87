import { toExactText } from '../../../domain/money.ts'
import type { Attributes, Reading } from '../../../domain/traces/span.ts'
import { windowBody } from '../../events/body.ts'
import { parseWork } from '../../usage/batch/parse-record.ts'
import { costRecord, type FindPrices } from '../../usage/costs/cost-record.ts'
import { readEvidence } from '../../usage/costs/stored-event.ts'
import { COST_DECIMALS } from '../../usage/record.ts'
import { hexOf } from '../spans/kept-span.ts'
import { serviceOf } from '../spans/service-of.ts'
import type { RunEvent, RunSums, ShownSpan, StoredRun } from './queries.ts'
import type { Run, RunDetail } from './schemas.ts'
import type { Placed } from './span-tree.ts'

export function runBody(run: StoredRun, sums: RunSums | undefined): Run {
  return {
    runId: run.runId,
    state: stateOf(run),
    name: run.name,
    customerExternalId: run.customer,
    agentCode: run.agent,
    signalName: run.signal,
    quantity: run.quantity === null ? null : Number(run.quantity),
    isError: run.isError,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    firstReceivedAt: run.firstReceivedAt.toISOString(),
    lastReceivedAt: run.lastReceivedAt.toISOString(),
    spanCount: run.spanCount,
    eventCount: sums?.eventCount ?? 0,
    usageCost: costOf(sums),
    isAssigning: run.isAssigning,
  }
}

/** A run with a part that is not recorded stays listed as unassigned: it can be assigned now. */
function stateOf({ customer, recordCount, isOpen }: StoredRun): Run['state'] {
  if (customer === null && recordCount > 0) return 'unassigned'
  return isOpen ? 'open' : 'closed'
}

function costOf(sums: RunSums | undefined): string | null {
  if (!sums || sums.uncostedCount > 0) return null
  return toExactText(sums.usageCost, COST_DECIMALS)
}

export function eventBody(run: RunEvent): RunDetail['events'][number] {
  const { id, payload, receivedAt: _1, agentId: _2, signalId: _3, ...rest } = run
  const { provisionalQuantity: _4, settlesAt: _5, ...event } = rest
  return {
    ...event,
    ...readEvidence(payload),
    eventId: id,
    quantity: event.quantity.toFixed(),
    rejectedQuantity: event.rejectedQuantity.toFixed(),
    ...windowBody(run),
    usageDate: event.usageDate.toISOString(),
    usageCost: event.usageCost && toExactText(event.usageCost, COST_DECIMALS),
    voidedAt: event.voidedAt?.toISOString() ?? null,
  }
}

export function spanBody(
  span: Placed<ShownSpan>,
  findPrices: FindPrices,
): RunDetail['spans'][number] {
  const usage = readingOf(span)?.usage
  const service = usage && serviceOf(usage)
  return {
    spanId: hexOf(span.spanId),
    parentSpanId: span.parentSpanId === null ? null : hexOf(span.parentSpanId),
    depth: span.depth,
    name: span.name,
    startedAt: span.startedAt.toISOString(),
    endedAt: span.endedAt.toISOString(),
    isError: span.isError,
    isCounted: span.isCounted,
    isRecorded: span.recordNumber !== null,
    model: usage?.model ?? null,
    modelProvider: usage?.modelProvider ?? null,
    inputTokens: service === undefined ? null : Number(service.inputTokens),
    outputTokens: service === undefined ? null : Number(service.outputTokens),
    usageCost: service === undefined ? null : costNow(service, span.endedAt, findPrices),
  }
}

const readingOf = ({ reading }: ShownSpan): Reading | undefined =>
  reading === null ? undefined : JSON.parse(reading)

function costNow(
  service: ReturnType<typeof serviceOf>,
  usedAt: Date,
  findPrices: FindPrices,
): string | null {
  const { services } = parseWork({ services: [service] })
  const cost = costRecord(services, usedAt.getTime(), findPrices)
  return cost.status === 'PROCESSED' ? toExactText(cost.usageCost, COST_DECIMALS) : null
}

/** Names of attributes whose value probably is a customer, the most likely first. */
const CUSTOMER_NAMES = [
  /customer/i,
  /tenant/i,
  /account/i,
  /organi[sz]ation|\borg\b/i,
  /enduser|user/i,
]

/** Returns the attribute that a rule for the customer of a run would use. */
export function suggestedRule(attributes: Attributes): RunDetail['suggestedRule'] {
  for (const pattern of CUSTOMER_NAMES) {
    for (const [attribute, value] of Object.entries(attributes)) {
      if (pattern.test(attribute) && typeof value === 'string' && value.trim() !== '') {
        return { attribute, value }
      }
    }
  }
  return null
}
