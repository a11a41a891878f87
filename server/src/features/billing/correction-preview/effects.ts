import type { InvoiceStatus } from '../../../domain/invoice-status.ts'
import { type Decimal, sum, ZERO } from '../../../domain/money.ts'
import { isUsageStrategy } from '../../../domain/prices/strategy.ts'
import { dateAt, instantOf } from '../../../domain/time/dates.ts'
import { intersect } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import {
  type BillingContext,
  type BillingKey,
  readBillingContext,
} from '../context/billing-context.ts'
import { listExistingInvoices } from '../drafts/overlap-queries.ts'
import type { BilledUsage } from '../facts/billed-queries.ts'
import { type InvoiceFacts, loadInvoiceFacts } from '../facts/facts.ts'
import {
  beforeLine,
  beforePart,
  inLine,
  inPart,
  loadUsageFacts,
  type UsageFacts,
} from '../facts/usage-facts.ts'
import { computeInvoice } from '../lines/compute.ts'
import { lateUsageLines } from '../lines/late-usage.ts'
import type { LineContext } from '../lines/lines.ts'
import { lifetimeOf } from '../window.ts'
import { findInvoiceHeads } from './queries.ts'

/** A change of the units of an event. */
export type UnitChange = { signalId: string; usageDate: Date; quantity: Decimal }

/** What corrections change on an invoice, before discounts and taxes. */
export type InvoiceEffect = {
  invoiceId: string
  invoiceNumber: string
  invoiceStatus: InvoiceStatus
  effect: 'recomputed' | 'settled'
  quantityChange: Decimal
  amountChange: Decimal
  currency: string
}

/** The effects on the invoices of a subscription, and the changed events that none of them bills. */
export type Effects = { invoices: InvoiceEffect[]; uninvoicedCount: number }

/**
 * Returns what changes of units change on the invoices of a subscription: on drafts by computing
 * them, on final invoices by the line that would settle them. Both are computed as they will be, with
 * the present and with the changed units.
 */
export async function effectsOn(
  tx: Tx,
  key: BillingKey,
  { changes, at }: { changes: readonly UnitChange[]; at: Date },
): Promise<Effects> {
  const billing = await readBillingContext(tx, key)
  const others = { ...key, invoiceId: null, isFinalized: false, isBeforeWaiting: false }
  const usage = await loadUsageFacts(tx, billing, {
    parts: [],
    others: { ...others, outdatedIds: [] },
  })
  const settled = settlements(billing, usage, changes)
  const drafts = await draftsOf(tx, billing, { changes, at })
  const billed = new Set([...settled, ...drafts].flatMap(({ counted }) => [...counted]))
  const heads = await findInvoiceHeads(
    tx,
    key,
    [...settled, ...drafts].map(({ id }) => id),
  )
  const toEffect = (effect: InvoiceEffect['effect']) => (one: Changed) => {
    const head = heads.get(one.id)
    if (!head || (one.quantity.eq(ZERO) && one.amount.eq(ZERO))) return []
    return [{ ...head, effect, quantityChange: one.quantity, amountChange: one.amount }]
  }
  return {
    invoices: [...settled.flatMap(toEffect('settled')), ...drafts.flatMap(toEffect('recomputed'))],
    uninvoicedCount: changes.filter((change) => !billed.has(change)).length,
  }
}

/** What changes on one invoice; `counted` are the changes in the time that it bills. */
type Changed = { id: string; quantity: Decimal; amount: Decimal; counted: ReadonlySet<UnitChange> }

/** Returns the changes of a signal in a half-open range. */
function changesIn(
  changes: readonly UnitChange[],
  { signalId, start, end }: { signalId: string; start: Date; end: Date },
): UnitChange[] {
  return changes.filter((one) => {
    return one.signalId === signalId && one.usageDate >= start && one.usageDate < end
  })
}

const unitsOf = (changes: readonly UnitChange[]) => sum(changes.map(({ quantity }) => quantity))

/** Returns usage with the changed units added to some of its keys. */
function withUnits(usage: UsageFacts, added: ReadonlyMap<string, Decimal>): UsageFacts {
  return {
    ...usage,
    usageOf: (key) => {
      const present = usage.usageOf(key)
      return { ...present, quantity: present.quantity.plus(added.get(key) ?? ZERO) }
    },
  }
}

function settlements(
  billing: BillingContext,
  usage: UsageFacts,
  changes: readonly UnitChange[],
): Changed[] {
  const inside = (line: BilledUsage) =>
    changesIn(changes, { signalId: line.signalId, start: line.periodStart, end: line.billedUntil })
  const before = ({ signalId, countedFrom, periodStart }: BilledUsage) =>
    changesIn(changes, { signalId, start: countedFrom ?? periodStart, end: periodStart })
  const added = new Map(
    usage.billed.flatMap((line) => [
      [inLine(line), unitsOf(inside(line))],
      [beforeLine(line), unitsOf(before(line))],
    ]),
  )
  const present = amountsBySource(billing, usage)
  const changed = amountsBySource(billing, withUnits(usage, added))
  const byInvoice = Map.groupBy(usage.billed, ({ invoiceId }) => invoiceId)
  return [...byInvoice].map(([id, lines]) => {
    const amounts = lines.map(({ lineId }) =>
      (changed.get(lineId) ?? ZERO).minus(present.get(lineId) ?? ZERO),
    )
    const counted = lines.flatMap(inside)
    return { id, quantity: unitsOf(counted), amount: sum(amounts), counted: new Set(counted) }
  })
}

/** Returns the amounts that the next invoice settles, by the id of the line that they settle. */
function amountsBySource(billing: BillingContext, usage: UsageFacts): Map<string, Decimal> {
  const { currency, agent, subscription } = billing
  const start = instantOf(subscription.startsAt)
  const context: LineContext = {
    ...{ currency, agent, timeZone: subscription.timeZone },
    window: { start, end: start },
    lastPeriodStart: dateAt(start),
  }
  return new Map(
    lateUsageLines(context, usage).map(({ sourceId, amount }) => [sourceId ?? '', amount]),
  )
}

async function draftsOf(
  tx: Tx,
  billing: BillingContext,
  { changes, at }: { changes: readonly UnitChange[]; at: Date },
): Promise<Changed[]> {
  const times = changes.map(({ usageDate }) => usageDate.getTime())
  const span = { start: new Date(Math.min(...times)), end: new Date(Math.max(...times) + 1) }
  const { organizationId, customerId, id: subscriptionId } = billing.subscription
  const key = { organizationId, customerId, subscriptionId }
  // A later part of a billing period follows from the units before it, too.
  const all = await listExistingInvoices(tx, key, { start: span.start, end: FOREVER })
  const found: Changed[] = []
  for (const draft of all.filter(({ status }) => status === 'draft')) {
    const period = { start: instantOf(draft.periodStart), end: instantOf(draft.periodEnd) }
    const window = intersect(period, lifetimeOf(billing))
    if (!window) continue
    const computing = { window, invoiceId: draft.id, at, isStored: false }
    const facts = await loadInvoiceFacts(tx, billing, computing)
    found.push(changedDraft(draft.id, facts, changes))
  }
  return found
}

const FOREVER = new Date('9999-12-31T00:00Z')

function changedDraft(id: string, facts: InvoiceFacts, changes: readonly UnitChange[]): Changed {
  const strategies = facts.billing.strategies.filter(isUsageStrategy)
  const counted: UnitChange[] = []
  const added = new Map<string, Decimal>()
  for (const { id: strategyId, signalId } of strategies) {
    for (const part of facts.parts) {
      const [start, end] = [dateAt(part.start), dateAt(part.end)]
      const inside = changesIn(changes, { signalId, start, end })
      const before = { signalId, start: dateAt(part.period.start), end: start }
      counted.push(...inside)
      added.set(inPart(strategyId, part), unitsOf(inside))
      added.set(beforePart(strategyId, part), unitsOf(changesIn(changes, before)))
    }
  }
  const usageAmount = (usage: UsageFacts) =>
    sum(
      computeInvoice({ ...facts, usage })
        .lines.filter(({ type }) => type === 'usage')
        .map(({ amount }) => amount),
    )
  const amount = usageAmount(withUnits(facts.usage, added)).minus(usageAmount(facts.usage))
  return { id, quantity: unitsOf(counted), amount, counted: new Set(counted) }
}
