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
    isClosing: computed.isClosing,
    periodStart: new Date(window.start.epochMilliseconds),
    periodEnd: new Date(window.end.epochMilliseconds),
    subtotal: computed.subtotal,
    discountTotal: computed.discountTotal,
    taxTotal: computed.taxTotal,
    creditTotal: computed.creditTotal,
    total: computed.total,
    totalCost: computed.totalCost,
    lateCost: computed.lateCost,
  }
}

/** What it takes from its subscription, and when it is due if it is issued now. */
export type DraftTerms = { netTerms: number; memo: string | null; generatedAt: Date; dueDate: Date }

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
      customerId: invoice.customerId,
      id: invoice.id,
      organizationId: invoice.organizationId,
      subscriptionId: invoice.subscriptionId,
      invoiceNumber: invoice.invoiceNumber,
      status: 'draft',
      isOnRequest: invoice.isOnRequest,
      draftedAt: terms.generatedAt,
      amountPaid: '0',
      amountRefunded: '0',
      ...computedColumns(computed),
      ...terms,
      createdAt: now,
      updatedAt: now,
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
    .set({ ...computedColumns(computed), ...terms, updatedAt: now })
    .where('customerId', '=', key.customerId)
    .where('id', '=', key.id)
    .where('organizationId', '=', key.organizationId)
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
    .selectFrom('invoiceLines')
    .select(['id', 'type', 'strategyId', 'sourceId'])
    .select('periodStart')
    .where('customerId', '=', customerId)
    .where('invoiceId', '=', id)
    .where('organizationId', '=', organizationId)
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
    customerId: key.customerId,
    invoiceId: key.id,
    organizationId: key.organizationId,
  }
  const lines = lineRows(computed, lineIds).map((row) => ({ ...common, ...row }))
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE)
    await tx.insertInto('invoiceLines').values(some).execute()
  }
  const discounts = computed.discounts.map((discount, position) => ({
    ...common,
    position,
    discountId: discount.discountId,
    couponId: discount.couponId,
    name: discount.name,
    percentOff: discount.percentOff,
    amountOff: discount.amountOff,
    amount: discount.amount,
    billingPeriodStart: discount.periodStart,
  }))
  if (discounts.length > 0) await tx.insertInto('invoiceDiscounts').values(discounts).execute()
  const taxes = computed.taxes.map((tax, position) => ({
    ...common,
    position,
    taxRateId: tax.taxRateId,
    name: tax.name,
    percentage: tax.percentage,
    isInclusive: tax.isInclusive,
    taxableAmount: tax.taxableAmount,
    amount: tax.amount,
  }))
  if (taxes.length > 0) await tx.insertInto('invoiceTaxes').values(taxes).execute()
}

function lineRows({ lines }: ComputedInvoice, lineIds: readonly string[]) {
  return lines.map((line, position) => ({
    position,
    id: lineIds[position] ?? '',
    type: line.type,
    description: line.description,
    strategyId: line.strategyId,
    pricingModel: line.pricingModel,
    agentId: line.agentId,
    agentName: line.agentName,
    signalId: line.signalId,
    signalName: line.signalName,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    countedFrom: line.countedFrom,
    daysBefore: line.proration?.daysBefore ?? null,
    daysCovered: line.proration?.daysCovered ?? null,
    daysFull: line.proration?.daysFull ?? null,
    tiers: JSON.stringify(line.tiers),
    pricing: line.pricing && pricingToJson(line.pricing),
    billedQuantity: line.billed?.quantity ?? null,
    billedAmount: line.billed?.amount ?? null,
    amount: line.amount,
    cost: line.cost,
    eventCount: line.eventCount,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    sourceId: line.sourceId,
  }))
}
