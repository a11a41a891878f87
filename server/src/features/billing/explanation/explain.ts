import { type Decimal, sum } from '../../../domain/money.ts'
import { explainLine, type Step } from '../../../domain/prices/explain-line.ts'
import type { UsagePricing } from '../../../domain/prices/pricing.ts'
import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findDetails } from '../../invoices/details.ts'
import { parsePricing } from '../../invoices/drafts/pricing-json.ts'
import { type Invoice, type InvoiceLine, isOfSubscription } from '../../invoices/invoice.ts'
import { ownRanges, type UsageRange } from '../../rating/attribution.ts'
import { sumProvisional } from '../../rating/provisional-usage.ts'
import { type RecordedUsage, sumRecorded } from '../../rating/recorded-usage.ts'
import { loadCompetitors } from '../../rating/usage.ts'
import { readBillingContext, usageOwnerOf } from '../context/billing-context.ts'
import * as queries from './queries.ts'

/** The usage behind a line: its ranges, and what was recorded in them until now. */
export type LineUsage = {
  customerId: string
  agentId: string
  signalId: string
  /** Sorted, not overlapping. */
  ranges: readonly UsageRange[]
}

export type LineExplanation = {
  line: InvoiceLine
  pricing: UsagePricing | null
  steps: readonly Step[]
  /** Null for a line that bills no usage. */
  usage: ExplainedUsage | null
  /** Earlier lines that billed the same usage, in the order in which they took effect. */
  earlier: readonly queries.RelatedLine[]
  /** Later lines that settle it, in the same order. */
  later: readonly queries.RelatedLine[]
}

type ExplainedUsage = LineUsage &
  RecordedUsage & {
    /** Units whose settlement window has not passed; `rejectedQuantity` is without them. */
    provisionalQuantity: Decimal
    /** Units of this line and of the earlier ones. */
    billedQuantity: Decimal
    /** Units of the later lines. */
    settledQuantity: Decimal
    /** Billable units that no line bills yet; negative if usage was removed. */
    openQuantity: Decimal
  }

/**
 * Explains a line of an invoice: the steps that its amount follows from, and the usage behind it.
 * Throws `not_found` for a line of another invoice.
 */
export function explainInvoiceLine(
  db: Db,
  invoice: Invoice,
  lineId: string,
): Promise<LineExplanation> {
  return atOneMoment(db, async (tx) => {
    const { line, source, root } = await readLine(tx, invoice, lineId)
    const related =
      root === undefined
        ? []
        : await queries.listSettlements(tx, { ...ofInvoice(invoice), id: root.id })
    const at = related.findIndex(({ id }) => id === lineId)
    const earlier = at === -1 ? related.filter(({ id }) => id !== lineId) : related.slice(0, at)
    const later = at === -1 ? [] : related.slice(at + 1)
    const pricing = parsePricing((root ?? source).pricing) ?? null
    const steps = explainLine(line, { currency: invoice.currency, pricing, earlier })
    const usage = root && (await rangesOf(tx, invoice, { line, root }))
    if (!usage) return { line, pricing, steps, usage: null, earlier, later }
    const { organizationId } = invoice
    const signal = { organizationId, ...usage }
    const recorded = await sumRecorded(tx, signal, usage.ranges)
    const { quantity: provisionalQuantity } = await sumProvisional(tx, signal, usage.ranges)
    const rejectedQuantity = recorded.rejectedQuantity.minus(provisionalQuantity)
    const counted = invoice.status === 'void' ? earlier : [line, ...earlier]
    const billedQuantity = sum(counted.map(({ quantity }) => quantity))
    const settledQuantity = sum(later.map(({ quantity }) => quantity))
    const openQuantity = recorded.quantity
      .minus(recorded.rejectedQuantity)
      .minus(billedQuantity)
      .minus(settledQuantity)
    const quantities = {
      ...{ rejectedQuantity, provisionalQuantity },
      ...{ billedQuantity, settledQuantity, openQuantity },
    }
    return { line, pricing, steps, usage: { ...usage, ...recorded, ...quantities }, earlier, later }
  })
}

/** Returns the usage behind a line; undefined for a line that bills no usage. */
export function findLineUsage(
  db: Db,
  invoice: Invoice,
  lineId: string,
): Promise<LineUsage | undefined> {
  return atOneMoment(db, async (tx) => {
    const { line, root } = await readLine(tx, invoice, lineId)
    return root && rangesOf(tx, invoice, { line, root })
  })
}

const ofInvoice = ({ organizationId, customerId }: Invoice) => ({ organizationId, customerId })

type FoundLine = {
  line: InvoiceLine
  source: queries.LineSource
  /** The line whose range it bills: itself, or the line that it settles. Undefined: no usage. */
  root: queries.LineSource | undefined
}

async function readLine(tx: Tx, invoice: Invoice, lineId: string): Promise<FoundLine> {
  const key = ofInvoice(invoice)
  const [{ lines }, source] = await Promise.all([
    findDetails(tx, invoice),
    queries.findLine(tx, { ...key, id: lineId }),
  ])
  const line = lines.find(({ id }) => id === lineId)
  if (!line || !source) return notFound('Invoice line')
  if (source.type === 'usage') return { line, source, root: source }
  const isSettling = source.type === 'late_usage' && source.sourceId !== null
  const root = isSettling
    ? await queries.findLine(tx, { ...key, id: source.sourceId ?? lineId })
    : undefined
  return { line, source, root }
}

/** Returns the ranges of usage that belong to the line (docs/adr/0012-subscription-of-an-event.md). */
async function rangesOf(
  tx: Tx,
  invoice: Invoice,
  { line, root }: Pick<FoundLine, 'line'> & { root: queries.LineSource },
): Promise<LineUsage | undefined> {
  const { agentId } = line
  const { signalId, finalizedAt, invoiceId } = root
  if (signalId === null || agentId === null || !isOfSubscription(invoice)) return undefined
  const { customerId, subscriptionId } = invoice
  const billing = await readBillingContext(tx, { ...ofInvoice(invoice), subscriptionId })
  const owner = usageOwnerOf(billing)
  const window = { start: root.periodStart.getTime(), end: root.until.getTime() }
  const billedBy = finalizedAt === null ? undefined : { invoiceId, finalizedAt }
  const others = await loadCompetitors(tx, owner, window)
  const ranges = ownRanges(
    owner.subscription,
    { signalId, window, ...(billedBy && { billedBy }) },
    others,
  )
  return { customerId, agentId, signalId, ranges }
}
