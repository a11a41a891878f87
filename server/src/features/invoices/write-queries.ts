import { sql } from 'kysely'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Tx } from '../../platform/database.ts'
import type { ComputedInvoice } from './computed-invoice.ts'
import { pricingToJson } from './pricing-json.ts'

/** The next number of the organization. Its row is locked until the transaction ends. */
export async function nextInvoiceNumber(tx: Tx, organizationId: string): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    insert into invoice_counters as counter (organization_id, last_number)
    values (${organizationId}, 1)
    on conflict (organization_id) do update set last_number = counter.last_number + 1
    returning last_number as number`.execute(tx)
  return Number(rows[0]?.number)
}

/** What an invoice's row takes from its computation. */
function computedColumns({ window, ...computed }: ComputedInvoice) {
  return {
    currency: computed.currency,
    is_closing: computed.isClosing,
    period_start: new Date(window.start.epochMilliseconds),
    period_end: new Date(window.end.epochMilliseconds),
    subtotal: computed.subtotal.toFixed(),
    discount_total: computed.discountTotal.toFixed(),
    tax_total: computed.taxTotal.toFixed(),
    credit_total: computed.creditTotal.toFixed(),
    total: computed.total.toFixed(),
    total_cost: computed.totalCost.toFixed(),
    late_cost: computed.lateCost.toFixed(),
  }
}

/** What it takes from its subscription, and when it is due if it is issued now. */
export type DraftTerms = { netTerms: number; memo: string | null; generatedAt: Date; dueDate: Date }

const termColumns = ({ netTerms, memo, generatedAt, dueDate }: DraftTerms) => ({
  net_terms: netTerms,
  memo,
  generated_at: generatedAt,
  due_date: dueDate,
})

export type NewInvoice = CustomerScopedId & {
  subscriptionId: string
  invoiceNumber: string
  isOnRequest: boolean
}

export async function insertInvoice(
  tx: Tx,
  invoice: NewInvoice,
  { computed, terms }: { computed: ComputedInvoice; terms: DraftTerms },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      customer_id: invoice.customerId,
      id: invoice.id,
      organization_id: invoice.organizationId,
      subscription_id: invoice.subscriptionId,
      invoice_number: invoice.invoiceNumber,
      status: 'draft',
      is_on_request: invoice.isOnRequest,
      drafted_at: terms.generatedAt,
      amount_paid: '0',
      amount_refunded: '0',
      ...computedColumns(computed),
      ...termColumns(terms),
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updateDraft(
  tx: Tx,
  key: CustomerScopedId,
  { computed, terms }: { computed: ComputedInvoice; terms: DraftTerms },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ ...computedColumns(computed), ...termColumns(terms), updated_at: now })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organization_id', '=', key.organizationId)
    .where('status', '=', sql.lit('draft'))
    .execute()
}

/** A line as far as it can be recognized when it is computed again. */
export type KnownLine = {
  id: string
  type: string
  strategyId: string | null
  sourceId: string | null
  periodStart: Date
}

export function listLineIds(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<KnownLine[]> {
  return tx
    .selectFrom('invoice_lines')
    .select(['id', 'type', 'strategy_id as strategyId', 'source_id as sourceId'])
    .select('period_start as periodStart')
    .where('customer_id', '=', customerId)
    .where('invoice_id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Takes away what a draft said, so that it can say it anew. */
export async function deleteDetails(
  tx: Tx,
  { organizationId, customerId, id }: CustomerScopedId,
): Promise<void> {
  const ofInvoice = sql`
    where customer_id = ${customerId} and invoice_id = ${id} and organization_id = ${organizationId}`
  await sql`
    with discounts as (delete from invoice_discounts ${ofInvoice}),
      taxes as (delete from invoice_taxes ${ofInvoice})
    delete from invoice_lines ${ofInvoice}`.execute(tx)
}

/** A statement takes 65,535 parameters, and a line more than twenty. */
const LINES_AT_ONCE = 500

export async function insertDetails(
  tx: Tx,
  key: CustomerScopedId,
  computed: ComputedInvoice,
  lineIds: readonly string[],
): Promise<void> {
  const common = {
    customer_id: key.customerId,
    invoice_id: key.id,
    organization_id: key.organizationId,
  }
  const lines = lineRows(computed, lineIds).map((row) => ({ ...common, ...row }))
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE)
    await tx.insertInto('invoice_lines').values(some).execute()
  }
  const discounts = computed.discounts.map((discount, position) => ({
    ...common,
    position,
    discount_id: discount.discountId,
    coupon_id: discount.couponId,
    name: discount.name,
    percent_off: discount.percentOff?.toFixed() ?? null,
    amount_off: discount.amountOff?.toFixed() ?? null,
    amount: discount.amount.toFixed(),
    billing_period_start: discount.periodStart,
  }))
  if (discounts.length > 0) await tx.insertInto('invoice_discounts').values(discounts).execute()
  const taxes = computed.taxes.map((tax, position) => ({
    ...common,
    position,
    tax_rate_id: tax.taxRateId,
    name: tax.name,
    percentage: tax.percentage.toFixed(),
    is_inclusive: tax.isInclusive,
    taxable_amount: tax.taxableAmount.toFixed(),
    amount: tax.amount.toFixed(),
  }))
  if (taxes.length > 0) await tx.insertInto('invoice_taxes').values(taxes).execute()
}

function lineRows({ lines }: ComputedInvoice, lineIds: readonly string[]) {
  return lines.map((line, position) => ({
    position,
    id: lineIds[position] ?? '',
    type: line.type,
    description: line.description,
    strategy_id: line.strategyId,
    pricing_model: line.pricingModel,
    agent_id: line.agentId,
    agent_name: line.agentName,
    signal_id: line.signalId,
    signal_name: line.signalName,
    quantity: line.quantity.toFixed(),
    unit_price: line.unitPrice?.toFixed() ?? null,
    counted_from: line.countedFrom,
    days_before: line.proration?.daysBefore ?? null,
    days_covered: line.proration?.daysCovered ?? null,
    days_full: line.proration?.daysFull ?? null,
    tiers: JSON.stringify(line.tiers),
    pricing: line.pricing && pricingToJson(line.pricing),
    billed_quantity: line.billed?.quantity.toFixed() ?? null,
    billed_amount: line.billed?.amount.toFixed() ?? null,
    amount: line.amount.toFixed(),
    cost: line.cost?.toFixed() ?? null,
    event_count: line.eventCount,
    period_start: line.periodStart,
    period_end: line.periodEnd,
    source_id: line.sourceId,
  }))
}
