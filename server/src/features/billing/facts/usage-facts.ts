import { type Decimal, ZERO } from '../../../domain/money.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { instantOf } from '../../../domain/time/dates.ts'
import { beginsPeriod, type Part } from '../../../domain/time/parts.ts'
import { intersect, merge, type Range } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import type { UsageRange } from '../../rating/attribution.ts'
import {
  listUsedSignals,
  loadCompetitors,
  NO_USAGE,
  sumUsage,
  type Usage,
  type UsageQuestion,
} from '../../rating/usage.ts'
import { type BillingContext, usageOwnerOf } from '../context/billing-context.ts'
import { lifetimeOf } from '../window.ts'
import {
  type BilledUsage,
  listBilledUsage,
  listFinalizedTimes,
  type OtherInvoices,
  sumBilledCost,
} from './billed-queries.ts'
import { type BilledTimes, billedTimesOf, cutAtBilled, withoutBilled } from './billed-times.ts'

/** Usage of the invoice's own periods and of the lines that earlier invoices billed. */
export type UsageFacts = {
  /** Usage lines of finalized invoices, earliest period first. */
  billed: readonly BilledUsage[]
  /** Cost of finalized ranges that the subscription's other invoices already contain. */
  billedCost: Decimal
  /** Times of finalized invoices. */
  invoiced: readonly Range[]
  usageOf: (key: string) => Usage
}

/** Facts of an invoice that bills no usage. */
export const NO_USAGE_FACTS: UsageFacts = {
  billed: [],
  billedCost: ZERO,
  invoiced: [],
  usageOf: () => NO_USAGE,
}

export const inPart = (strategyId: string, { start }: Part) => `in ${strategyId} ${start}`
export const beforePart = (strategyId: string, { start }: Part) => `before ${strategyId} ${start}`
export const inLine = ({ lineId }: BilledUsage) => `in ${lineId}`
export const beforeLine = ({ lineId }: BilledUsage) => `before ${lineId}`
/** Key of usage in the invoice's own window that no strategy prices. */
export const UNPRICED = 'unpriced'
/** Key of usage in the ranges of finalized invoices that is on none of their lines. */
export const ON_NO_LINE = 'on no line'

/** Loads usage of the parts and of all billed lines in one batch of questions. */
export async function loadUsageFacts(
  db: Db,
  billing: BillingContext,
  { parts, others }: { parts: readonly Part[]; others: OtherInvoices },
): Promise<UsageFacts> {
  const owner = usageOwnerOf(billing)
  const [billed, finalizedInvoices, billedCost] = await Promise.all([
    listBilledUsage(db, others),
    listFinalizedTimes(db, others),
    sumBilledCost(db, others),
  ])
  const finalized = finalizedTimes(billing, finalizedInvoices)
  const invoiced = finalizedInvoices.map(({ start, end }) => ({
    start: instantOf(start),
    end: instantOf(end),
  }))
  const own = parts.map(rangeOf)
  const times = billedTimesOf(billed)
  const ofLines = [
    ...partQuestions(billing, parts, times),
    ...billed.flatMap((line) => lineQuestions(line, times)),
  ]
  const span = spanOf([...own, ...finalized, ...ofLines.map(({ window }) => window)])
  if (span === undefined) return { billed, billedCost, invoiced, usageOf: () => NO_USAGE }
  const [used, competing] = await Promise.all([
    listUsedSignals(db, { ...owner, ...span }),
    loadCompetitors(db, owner, span),
  ])
  const unpriced = used.filter((signalId) => !owner.subscription.pricedSignalIds.includes(signalId))
  const usageOf = await sumUsage(db, owner, competing, [
    ...ofLines,
    ...questionsOf(UNPRICED, unpriced, own),
    ...questionsOf(ON_NO_LINE, used, finalized).flatMap((one) => withoutBilled(one, times)),
  ])
  return { billed, billedCost, invoiced, usageOf }
}

function spanOf(ranges: readonly UsageRange[]): UsageRange | undefined {
  if (ranges.length === 0) return undefined
  return {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  }
}

function partQuestions({ strategies }: BillingContext, parts: readonly Part[], times: BilledTimes) {
  return strategies.filter(isUsageStrategy).flatMap(({ id, signalId }) =>
    parts.flatMap((part): UsageQuestion[] => {
      const question = { key: inPart(id, part), signalId, window: rangeOf(part) }
      if (beginsPeriod(part)) return [question]
      const window = rangeOf({ start: part.period.start, end: part.start })
      const before = { key: beforePart(id, part), signalId, window }
      return [question, ...cutAtBilled(before, times)]
    }),
  )
}

function lineQuestions(line: BilledUsage, times: BilledTimes): UsageQuestion[] {
  const { signalId, periodStart, billedUntil, finalizedAt, invoiceId, countedFrom } = line
  const own: UsageQuestion = {
    key: inLine(line),
    signalId,
    window: { start: periodStart.getTime(), end: billedUntil.getTime() },
    billedBy: { finalizedAt, invoiceId },
  }
  if (countedFrom === null || countedFrom >= periodStart) return [own]
  const window = { start: countedFrom.getTime(), end: periodStart.getTime() }
  return [own, ...cutAtBilled({ key: beforeLine(line), signalId, window }, times)]
}

function questionsOf(
  key: string,
  signalIds: readonly string[],
  windows: readonly UsageRange[],
): UsageQuestion[] {
  return signalIds.flatMap((signalId) => windows.map((window) => ({ key, signalId, window })))
}

/** Returns the ranges of finalized invoices that the subscription still covers, merged. */
function finalizedTimes(
  billing: BillingContext,
  invoiced: readonly { start: Date; end: Date }[],
): UsageRange[] {
  const lifetime = lifetimeOf(billing)
  return merge(
    invoiced.flatMap(({ start, end }) => {
      const covered = intersect({ start: instantOf(start), end: instantOf(end) }, lifetime)
      return covered ? [rangeOf(covered)] : []
    }),
  )
}

function rangeOf({ start, end }: Range): UsageRange {
  return { start: start.epochMilliseconds, end: end.epochMilliseconds }
}
