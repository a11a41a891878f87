import { type Decimal, ZERO } from '../../domain/money.ts'
import { isUsageStrategy } from '../../domain/prices/strategy.ts'
import { dateAt, instantOf } from '../../domain/time/dates.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mapInTurns } from '../../platform/program/in-turns.ts'
import { loadCompetitors, sumUsageByDay } from '../rating/usage.ts'
import { type BillingContext, usageOwnerOf } from './context/billing-context.ts'
import { listExistingInvoices } from './drafts/overlap-queries.ts'
import { refuseUnshowable } from './drafts/showable.ts'
import { type InvoiceFacts, loadInvoiceFacts } from './facts/facts.ts'
import { inPart } from './facts/usage-facts.ts'
import { computeInvoice } from './lines/compute.ts'
import { datesOf, spanOf } from './period-usage.ts'

export type DayOfGrowth = { date: string; total: Decimal }

/**
 * Returns the total of the invoice of a window. Drafts of parts of the window do not count, because
 * customers do not see them. Throws if a part is already invoiced.
 */
export async function periodTotal(
  tx: Tx,
  billing: BillingContext,
  about: { window: Range; at: Date },
): Promise<Decimal> {
  return computeInvoice(await loadPeriodFacts(tx, billing, about)).total
}

/**
 * Returns for each day of a window until today the total of its invoice, had usage ended on that
 * day. The last one is `periodTotal`, which throws for the same windows.
 */
export async function growthByDay(
  tx: Tx,
  billing: BillingContext,
  { window, at }: { window: Range; at: Date },
): Promise<DayOfGrowth[]> {
  const facts = await loadPeriodFacts(tx, billing, { window, at })
  const quantityOf = await usageOfParts(tx, facts)
  const today = String(
    instantOf(at).toZonedDateTimeISO(billing.subscription.timeZone).toPlainDate(),
  )
  const dates = datesOf(window, billing.subscription.timeZone).filter((date) => date <= today)
  const sums = new Map<string, Decimal>()
  return mapInTurns([...dates.entries()], ([position, date]) => {
    for (const key of keysOf(facts)) {
      sums.set(key, (sums.get(key) ?? ZERO).plus(quantityOf(key, date)))
    }
    const isLast = position === dates.length - 1
    return { date, total: computeInvoice(isLast ? facts : withQuantities(facts, sums)).total }
  })
}

async function loadPeriodFacts(
  tx: Tx,
  billing: BillingContext,
  { window, at }: { window: Range; at: Date },
): Promise<InvoiceFacts> {
  const { organizationId, customerId, id: subscriptionId } = billing.subscription
  const key = { organizationId, customerId, subscriptionId }
  const range = { start: dateAt(window.start), end: dateAt(window.end) }
  const existing = await listExistingInvoices(tx, key, range)
  if (existing.some(({ status }) => status !== 'draft')) {
    throw new AppError('period_invoiced', 'A part of the period is already invoiced')
  }
  const draftIds = existing.map(({ id }) => id)
  const facts = await loadInvoiceFacts(tx, billing, {
    ...{ window, at, invoiceId: draftIds[0] ?? null },
    outdatedIds: draftIds,
    isStored: false,
  })
  refuseUnshowable(computeInvoice(facts))
  return facts
}

const strategiesOf = ({ billing }: InvoiceFacts) => billing.strategies.filter(isUsageStrategy)

const keysOf = (facts: InvoiceFacts) =>
  strategiesOf(facts).flatMap(({ id }) => facts.parts.map((part) => inPart(id, part)))

/** Loads the units by day that the invoice's own usage lines sum. */
async function usageOfParts(tx: Tx, facts: InvoiceFacts) {
  const { billing, window, parts } = facts
  const owner = usageOwnerOf(billing)
  const others = await loadCompetitors(tx, owner, spanOf(window))
  const questions = strategiesOf(facts).flatMap(({ id, signalId }) =>
    parts.map((part) => ({ key: inPart(id, part), signalId, window: spanOf(part) })),
  )
  const { timeZone } = billing.subscription
  return sumUsageByDay(tx, { ...owner, timeZone }, others, questions)
}

function withQuantities(facts: InvoiceFacts, sums: ReadonlyMap<string, Decimal>): InvoiceFacts {
  const { usageOf } = facts.usage
  return {
    ...facts,
    usage: {
      ...facts.usage,
      usageOf: (key) => ({ ...usageOf(key), quantity: sums.get(key) ?? usageOf(key).quantity }),
    },
  }
}
