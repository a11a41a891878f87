import { sql } from 'kysely'
import { applyDiscounts, type InvoicedPeriod } from '../../../domain/discounts.ts'
import { ZERO } from '../../../domain/money.ts'
import type { Tx } from '../../../platform/database.ts'
import type { InvoicedDiscount, InvoicedLines } from '../../discounts/invoiced-periods.ts'
import { invoicedPeriods } from '../../discounts/invoiced-periods.ts'
import type { Check, Difference } from './check.ts'
import type { Scope } from './scope.ts'

/**
 * Recomputes the discounts of each billing period from the sum of its final lines. A period of which an
 * invoice was voided after it became final is left out: what the others took of it is settled by the
 * next invoice that bills it.
 */
export const DISCOUNT_CHECK: Check = {
  name: 'discounts_equal_periods',
  says: 'The discounts of a billing period follow from the sum of its lines, corrections included',
  compared: (scope) => sql`select count(*) as count from (
    select 1 from ${discountsIn(scope)}
    group by invoices.subscription_id, discounts.billing_period_start) periods`,
  find: findDifferences,
}

const finalIn = ({ organizationId, customerIds }: Scope) => sql`
  invoices.customer_id = any(${customerIds}::uuid[])
  and invoices.organization_id = ${organizationId}
  and invoices.subscription_id is not null and invoices.status <> 'draft'
  and invoices.finalized_at is not null`

const discountsIn = (scope: Scope) => sql`
  invoices join invoice_discounts discounts on discounts.customer_id = invoices.customer_id
    and discounts.invoice_id = invoices.id and discounts.billing_period_start is not null
  where ${finalIn(scope)} and discounts.customer_id = any(${scope.customerIds}::uuid[])`

type OfSubscription = {
  customerId: string
  subscriptionId: string
  currency: string
  isVoid: boolean
}
type Lines = InvoicedLines & OfSubscription
type Discount = InvoicedDiscount & OfSubscription & { isLimited: boolean }

async function findDifferences(tx: Tx, scope: Scope, limit: number): Promise<Difference[]> {
  const discounts = await listDiscounts(tx, scope)
  if (discounts.length === 0) return []
  const subscriptionIds = [...new Set(discounts.map((one) => one.subscriptionId))]
  const lines = Map.groupBy(await listLines(tx, scope, subscriptionIds), bySubscription)
  return [...Map.groupBy(discounts, bySubscription)]
    .flatMap(([id, own]) => differencesOf(own, lines.get(id) ?? []))
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .slice(0, limit)
}

const bySubscription = ({ subscriptionId }: OfSubscription) => subscriptionId

function differencesOf(discounts: readonly Discount[], lines: readonly Lines[]): Difference[] {
  const [first] = discounts
  if (!first) return []
  const { customerId, subscriptionId, currency } = first
  const isLimited = new Map(discounts.map((one) => [one.discountId, one.isLimited]))
  const voided = new Set(
    [...lines, ...discounts].filter((one) => one.isVoid).map((one) => one.periodStart.getTime()),
  )
  const periods = invoicedPeriods({
    lines: lines.filter((one) => !one.isVoid),
    discounts: discounts.filter((one) => !one.isVoid),
    currency,
    supply: (terms) => [{ ...terms, periods: null, usedIn: new Set() }],
  })
  return [...periods].flatMap(([start, period]) => {
    if (voided.has(start) || period.discounts === null) return []
    const subject = `subscription ${subscriptionId}, period from ${new Date(start).toISOString()}`
    const expected = expectedOf(period, { currency, isLimited })
    return period.taken.flatMap(({ discountId, name, amount }) => {
      const due = expected.get(discountId) ?? ZERO
      if (due.eq(amount)) return []
      return [
        {
          customerId,
          subject: `${subject}: ${name}`,
          expected: due.toFixed(),
          actual: amount.toFixed(),
        },
      ]
    })
  })
}

/** A limited discount that took nothing of the period may have been used up by others. */
function expectedOf(
  { subtotal, discounts, taken }: InvoicedPeriod,
  { currency, isLimited }: { currency: string; isLimited: ReadonlyMap<string, boolean> },
) {
  const available = (discounts ?? []).filter(
    ({ discountId }) =>
      !isLimited.get(discountId) ||
      taken.some((one) => one.discountId === discountId && !one.amount.eq(ZERO)),
  )
  const due = applyDiscounts(subtotal, available, currency)
  return new Map(due.map(({ discountId, amount }) => [discountId, amount]))
}

async function listDiscounts(tx: Tx, scope: Scope): Promise<Discount[]> {
  const { rows } = await sql<Discount>`
    select invoices.customer_id, invoices.subscription_id, invoices.currency,
      invoices.status = 'void' as is_void, invoices.id as invoice_id,
      discounts.billing_period_start as period_start, discounts.discount_id, discounts.coupon_id,
      discounts.name, discounts.percent_off, discounts.amount_off, discounts.amount,
      coalesce((select coupons.duration <> 'forever' from coupons
        where coupons.id = discounts.coupon_id
          and coupons.organization_id = ${scope.organizationId}), true) as is_limited
    from ${discountsIn(scope)}
    order by invoices.finalized_at, invoices.id, discounts.position`.execute(tx)
  return rows
}

async function listLines(
  tx: Tx,
  scope: Scope,
  subscriptionIds: readonly string[],
): Promise<Lines[]> {
  const { rows } = await sql<Lines>`
    select invoices.customer_id, invoices.subscription_id, invoices.currency,
      invoices.status = 'void' as is_void, invoices.id as invoice_id,
      lines.billing_period_start as period_start, sum(lines.amount) as amount,
      bool_or(lines.type <> 'late_usage') as bills_time
    from invoices
    join invoice_lines lines on lines.customer_id = invoices.customer_id
      and lines.invoice_id = invoices.id and lines.billing_period_start is not null
    where ${finalIn(scope)} and lines.customer_id = any(${scope.customerIds}::uuid[])
      and invoices.subscription_id = any(${subscriptionIds}::uuid[])
    group by invoices.customer_id, invoices.id, lines.billing_period_start
    order by invoices.finalized_at, invoices.id`.execute(tx)
  return rows
}
