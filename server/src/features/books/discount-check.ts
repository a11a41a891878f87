import { sql } from 'kysely'
import { applyDiscounts, type InvoicedPeriod } from '../../domain/discounts.ts'
import { ZERO } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { InvoicedDiscount, InvoicedLines } from '../discounts/invoiced-periods.ts'
import { invoicedPeriods } from '../discounts/invoiced-periods.ts'
import { dealIdOf } from '../subscriptions/plan-changes/succession.ts'
import type { Check, Difference } from './check.ts'
import type { Scope } from './scope.ts'

/**
 * Recomputes the discounts of each billing period from the sum of its final lines. Compares what all
 * final invoices of the period took together, because each takes the difference to the earlier ones.
 * Discounts of void invoices are not compared: nothing is owed for them.
 */
export const DISCOUNT_CHECK: Check = {
  name: 'discounts_equal_periods',
  says: 'The discounts of a billing period follow from the sum of its lines, corrections included',
  compared: (scope) => sql`select count(*) as count from ${discountsIn(scope)}
    and invoices.status <> 'void'`,
  find: findDifferences,
}

/** Maximum number of void invoices per period for which every combination is tried. */
const MOST_UNCERTAIN = 10

const finalIn = ({ organizationId, customerIds }: Scope) => sql`
  invoices.customer_id = any(${customerIds}::uuid[])
  and invoices.organization_id = ${organizationId}
  and invoices.subscription_id is not null and invoices.status <> 'draft'
  and invoices.finalized_at is not null`

const VOIDED_AT = sql`case when invoices.status = 'void' then invoices.voided_at end`

const joinSubscriptions = (scope: Scope) => sql`
  join subscriptions on subscriptions.customer_id = invoices.customer_id
    and subscriptions.id = invoices.subscription_id
    and subscriptions.customer_id = any(${scope.customerIds}::uuid[])`

const discountsIn = (scope: Scope) => sql`
  invoices join invoice_discounts discounts on discounts.customer_id = invoices.customer_id
    and discounts.invoice_id = invoices.id and discounts.billing_period_start is not null
  ${joinSubscriptions(scope)}
  where ${finalIn(scope)} and discounts.customer_id = any(${scope.customerIds}::uuid[])`

type OfInvoice = {
  customerId: string
  /** The first subscription of the deal. */
  dealId: string
  invoiceId: string
  currency: string
  finalizedAt: Date
  /** Null if the invoice is not void. */
  voidedAt: Date | null
}
type Lines = InvoicedLines & OfInvoice
type Discount = InvoicedDiscount & OfInvoice & { isLimited: boolean }
type Period = { start: Date; lines: readonly Lines[]; discounts: readonly Discount[] }

async function findDifferences(tx: Tx, scope: Scope, limit: number): Promise<Difference[]> {
  const discounts = await listDiscounts(tx, scope)
  if (discounts.length === 0) return []
  const dealIds = [...new Set(discounts.map((one) => one.dealId))]
  const lines = Map.groupBy(await listLines(tx, scope, dealIds), byDeal)
  return [...Map.groupBy(discounts, byDeal)]
    .flatMap(([id, own]) => periodsOf(own, lines.get(id) ?? []).flatMap(differencesOf))
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .slice(0, limit)
}

const byDeal = ({ dealId }: OfInvoice) => dealId

function periodsOf(discounts: readonly Discount[], lines: readonly Lines[]): Period[] {
  const startOf = ({ periodStart }: { periodStart: Date }) => periodStart.getTime()
  const linesOf = Map.groupBy(lines, startOf)
  return [...Map.groupBy(discounts, startOf)].map(([start, own]) => {
    return { start: new Date(start), discounts: own, lines: linesOf.get(start) ?? [] }
  })
}

/**
 * Compares a period's discounts with the expected ones. Each invoice takes the difference to the
 * earlier invoices that were not void when it became final. The order of voiding is not stored.
 * Business times do not determine it either, because a command reads the clock before it waits for
 * the subscription's lock. The period therefore matches if its discounts are right for any set of
 * void invoices.
 */
function differencesOf(period: Period): Difference[] {
  const differences = differencesWithout(period, voidOf(period))
  if (differences.length === 0) return []
  const isExplained = possiblyVoid(period).some(
    (voided) => differencesWithout(period, voided).length === 0,
  )
  return isExplained ? [] : differences
}

const voidOf = ({ lines, discounts }: Period) =>
  new Set([...lines, ...discounts].flatMap((one) => (one.voidedAt ? [one.invoiceId] : [])))

/**
 * Returns the sets of invoices that may have been void when the period's last invoice became final.
 * Above the limit, the invoices voided furthest from that moment count as void only if they were
 * voided before it.
 */
function possiblyVoid({ lines, discounts }: Period): Set<string>[] {
  const all = [...lines, ...discounts]
  const last = Math.max(...all.map(({ finalizedAt }) => finalizedAt.getTime()))
  const voidedAt = new Map(
    all.flatMap((one) => (one.voidedAt ? [[one.invoiceId, one.voidedAt.getTime() - last]] : [])),
  )
  const nearest = [...voidedAt].toSorted(([, a], [, b]) => Math.abs(a) - Math.abs(b))
  const certain = nearest.slice(MOST_UNCERTAIN).filter(([, time]) => time < 0)
  const sets = [new Set(certain.map(([id]) => id))]
  for (const [id] of nearest.slice(0, MOST_UNCERTAIN)) {
    sets.push(...sets.map((set) => new Set([...set, id])))
  }
  return sets
}

function differencesWithout(period: Period, voided: ReadonlySet<string>): Difference[] {
  const [first] = period.discounts
  if (!first) return []
  const { customerId, dealId, currency } = first
  const counts = ({ invoiceId }: OfInvoice) => !voided.has(invoiceId)
  const [invoiced] = invoicedPeriods({
    lines: period.lines.filter(counts),
    discounts: period.discounts.filter(counts),
    currency,
    supply: (terms) => [{ ...terms, periods: null, usedIn: new Set() }],
  }).values()
  if (!invoiced) return []
  const isLimited = new Map(period.discounts.map((one) => [one.discountId, one.isLimited]))
  const expected = expectedOf(invoiced, { currency, isLimited })
  const subject = `subscription ${dealId}, period from ${period.start.toISOString()}`
  return invoiced.taken.flatMap(({ discountId, name, amount }) => {
    const due = expected.get(discountId) ?? ZERO
    if (due.eq(amount)) return []
    const figures = { expected: due.toFixed(), actual: amount.toFixed() }
    return [{ customerId, subject: `${subject}: ${name}`, ...figures }]
  })
}

/**
 * Returns the expected discounts. A limited discount that took nothing from the period may have
 * been used up by other periods. If no invoice billed the period itself, only discounts that took
 * something are expected.
 */
function expectedOf(
  { subtotal, discounts, taken }: InvoicedPeriod,
  { currency, isLimited }: { currency: string; isLimited: ReadonlyMap<string, boolean> },
) {
  const hasTaken = (discountId: string) =>
    taken.some((one) => one.discountId === discountId && !one.amount.eq(ZERO))
  const available = (discounts ?? taken.map((one) => ({ ...one, currency }))).filter(
    ({ discountId }) => hasTaken(discountId) || (discounts !== null && !isLimited.get(discountId)),
  )
  const due = applyDiscounts(subtotal, available, currency)
  return new Map(due.map(({ discountId, amount }) => [discountId, amount]))
}

async function listDiscounts(tx: Tx, scope: Scope): Promise<Discount[]> {
  const { rows } = await sql<Discount>`
    select invoices.customer_id, ${dealIdOf('subscriptions')} as deal_id, invoices.currency,
      invoices.finalized_at, ${VOIDED_AT} as voided_at, invoices.id as invoice_id,
      discounts.billing_period_start as period_start, discounts.discount_id, discounts.coupon_id,
      discounts.name, discounts.percent_off, discounts.amount_off, discounts.amount,
      coalesce((select coupons.duration <> 'forever' from coupons
        where coupons.id = discounts.coupon_id
          and coupons.organization_id = ${scope.organizationId}), true) as is_limited
    from ${discountsIn(scope)}
    order by invoices.finalized_at, invoices.id, discounts.position`.execute(tx)
  return rows
}

async function listLines(tx: Tx, scope: Scope, dealIds: readonly string[]): Promise<Lines[]> {
  const { rows } = await sql<Lines>`
    select invoices.customer_id, ${dealIdOf('subscriptions')} as deal_id, invoices.currency,
      invoices.finalized_at, ${VOIDED_AT} as voided_at, invoices.id as invoice_id,
      lines.billing_period_start as period_start, sum(lines.amount) as amount,
      bool_or(lines.type <> 'late_usage') as bills_time
    from invoices
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id and lines.billing_period_start is not null
    ${joinSubscriptions(scope)}
    where ${finalIn(scope)} and lines.customer_id = any(${scope.customerIds}::uuid[])
      and ${dealIdOf('subscriptions')} = any(${dealIds}::uuid[])
    group by invoices.customer_id, ${dealIdOf('subscriptions')}, invoices.id, lines.billing_period_start
    order by invoices.finalized_at, invoices.id`.execute(tx)
  return rows
}
