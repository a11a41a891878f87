import { sql } from 'kysely'
import { ZERO } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import { answersTo, askedRows } from '../../../platform/batching/asked-rows.ts'
import { batched } from '../../../platform/batching/batched.ts'
import { cut } from '../../../platform/batching/cut.ts'
import { jsonRows } from '../../../platform/batching/json-rows.ts'
import type { Tx } from '../../../platform/database.ts'
import type { TopUpMethod } from '../invoice.ts'
import type { ComputedInvoice, DraftContents } from './computed-invoice.ts'

/**
 * Draws the next invoice number of the organization and locks its row until the transaction ends.
 */
export const nextInvoiceNumber = batched(
  async (tx: Tx, organizationIds: readonly string[]): Promise<number[]> => {
    const counts = new Map<string, number>()
    const places = organizationIds.map((id) => {
      const place = (counts.get(id) ?? 0) + 1
      counts.set(id, place)
      return place
    })
    const ids = [...counts.keys()].toSorted()
    const { rows } = await sql<{ organizationId: string; lastNumber: string }>`
      insert into invoice_counters as counter (organization_id, last_number)
      select * from unnest(${ids}::uuid[], ${ids.map((id) => counts.get(id))}::bigint[])
      on conflict (organization_id)
        do update set last_number = counter.last_number + excluded.last_number
      returning organization_id, last_number`.execute(tx)
    const last = new Map(rows.map((row) => [row.organizationId, Number(row.lastNumber)]))
    return organizationIds.map(
      (id, n) => (last.get(id) ?? Number.NaN) - (counts.get(id) ?? 0) + (places[n] ?? 0),
    )
  },
)

/** Returns the columns of an invoice row that come from its computation. */
function computedColumns({ window, ...computed }: ComputedInvoice) {
  return {
    currency: computed.currency,
    isFinalInvoice: computed.isFinalInvoice,
    isAdvanceOnly: computed.isAdvanceOnly,
    periodStart: new Date(window.start.epochMilliseconds),
    periodEnd: new Date(window.end.epochMilliseconds),
    subtotal: computed.subtotal,
    discountTotal: computed.discountTotal,
    promotionTotal: computed.promotionTotal,
    taxTotal: computed.taxTotal,
    creditTotal: computed.creditTotal,
    total: computed.total,
    totalCost: computed.totalCost,
    lateCost: computed.lateCost,
  }
}

export type NewInvoice = CustomerScopedId & {
  /** Null for a top-up. */
  subscriptionId: string | null
  topUpMethod: TopUpMethod | null
  invoiceNumber: string
  isOnRequest: boolean
}

export const insertInvoice = batched(
  async (tx: Tx, invoices: readonly (NewInvoice & DraftContents)[]): Promise<undefined[]> => {
    const { columns, json } = jsonRows(
      invoices.map(({ computed, terms, now, ...invoice }) => ({
        customerId: invoice.customerId,
        id: invoice.id,
        organizationId: invoice.organizationId,
        kind: invoice.topUpMethod === null ? 'subscription' : 'top_up',
        topUpMethod: invoice.topUpMethod,
        subscriptionId: invoice.subscriptionId,
        invoiceNumber: invoice.invoiceNumber,
        status: 'draft',
        isOnRequest: invoice.isOnRequest,
        draftedAt: terms.generatedAt,
        amountPaid: ZERO,
        amountRefunded: ZERO,
        ...computedColumns(computed),
        ...terms,
        createdAt: now,
        updatedAt: now,
      })),
    )
    // With `returning`, because Citus otherwise runs the insert as a COPY. It then forgets that a
    // connection used for reads now writes, and after losing that connection would commit without
    // the rows.
    await sql`
      insert into invoices (${columns})
      select ${columns} from json_populate_recordset(null::invoices, ${json}) returning 1`.execute(
      tx,
    )
    return invoices.map(() => undefined)
  },
)

export const updateDraft = batched(
  async (tx: Tx, drafts: readonly (CustomerScopedId & DraftContents)[]): Promise<undefined[]> => {
    const rows = askedRows(
      drafts.map(({ computed, terms, ...draft }) => ({
        ...draft,
        ...computedColumns(computed),
        ...terms,
      })),
      {
        customerId: ['uuid', (draft) => draft.customerId],
        id: ['uuid', (draft) => draft.id],
        organizationId: ['uuid', (draft) => draft.organizationId],
        currency: ['text', (draft) => draft.currency],
        isFinalInvoice: ['boolean', (draft) => draft.isFinalInvoice],
        isAdvanceOnly: ['boolean', (draft) => draft.isAdvanceOnly],
        periodStart: ['timestamptz', (draft) => draft.periodStart],
        periodEnd: ['timestamptz', (draft) => draft.periodEnd],
        subtotal: ['numeric', (draft) => draft.subtotal],
        discountTotal: ['numeric', (draft) => draft.discountTotal],
        promotionTotal: ['numeric', (draft) => draft.promotionTotal],
        taxTotal: ['numeric', (draft) => draft.taxTotal],
        creditTotal: ['numeric', (draft) => draft.creditTotal],
        total: ['numeric', (draft) => draft.total],
        totalCost: ['numeric', (draft) => draft.totalCost],
        lateCost: ['numeric', (draft) => draft.lateCost],
        netTerms: ['integer', (draft) => draft.netTerms],
        memo: ['text', (draft) => draft.memo],
        generatedAt: ['timestamptz', (draft) => draft.generatedAt],
        dueDate: ['timestamptz', (draft) => draft.dueDate],
        updatedAt: ['timestamptz', ({ now }) => now],
      },
    )
    // `is not distinct from` keeps the planner off the index by status or organization. PostgreSQL
    // would choose it while a growing table has no statistics yet.
    await sql`
      update invoices set currency = asked.currency, is_final_invoice = asked.is_final_invoice,
        is_advance_only = asked.is_advance_only,
        period_start = asked.period_start, period_end = asked.period_end,
        subtotal = asked.subtotal, discount_total = asked.discount_total,
        promotion_total = asked.promotion_total, tax_total = asked.tax_total,
        credit_total = asked.credit_total, total = asked.total,
        total_cost = asked.total_cost, late_cost = asked.late_cost,
        net_terms = asked.net_terms, memo = asked.memo, generated_at = asked.generated_at,
        due_date = asked.due_date, version = invoices.version + 1,
        updated_at = asked.updated_at
      from ${rows}
      where invoices.customer_id = asked.customer_id and invoices.id = asked.id
        and invoices.organization_id = asked.organization_id and invoices.status is not distinct from 'draft'
        and ${areOf('invoices', drafts)}`.execute(tx)
    return drafts.map(() => undefined)
  },
)

/** Restricts a statement to the shards of these customers. */
const areOf = (table: string, keys: readonly CustomerScopedId[]) =>
  sql`${sql.ref(`${table}.customerId`)} = any(${keys.map((key) => key.customerId)}::uuid[])`

/** The fields by which a line is recognized when its draft is recomputed. */
export type KnownLine = {
  id: string
  type: string
  strategyId: string | null
  sourceId: string | null
  periodStart: Date
}

export const listLineIds = batched(
  async (tx: Tx, keys: readonly CustomerScopedId[]): Promise<KnownLine[][]> => {
    const asked = askedRows(keys, {
      customerId: ['uuid', (key) => key.customerId],
      invoiceId: ['uuid', ({ id }) => id],
      organizationId: ['uuid', (key) => key.organizationId],
    })
    const { rows } = await sql<KnownLine & { nth: string }>`
      select asked.nth, lines.id, lines.type, lines.strategy_id, lines.source_id,
        lines.period_start
      from ${asked}
      join invoice_lines lines on lines.customer_id = asked.customer_id
        and lines.invoice_id = asked.invoice_id
        and lines.organization_id = asked.organization_id
      where ${areOf('lines', keys)}`.execute(tx)
    return answersTo(keys, rows)
  },
)

/** Deletes lines, discounts, promotions and taxes of drafts before they are recomputed. */
export const deleteDetails = batched(
  async (tx: Tx, keys: readonly CustomerScopedId[]): Promise<undefined[]> => {
    // Invoice ids are unique across organizations.
    const ofInvoices = sql`
      where customer_id = any(${keys.map((key) => key.customerId)}::uuid[])
        and invoice_id = any(${keys.map(({ id }) => id)}::uuid[])`
    await sql`
      with discounts as (delete from invoice_discounts ${ofInvoices}),
        promotions as (delete from invoice_promotions ${ofInvoices}),
        taxes as (delete from invoice_taxes ${ofInvoices})
      delete from invoice_lines ${ofInvoices}`.execute(tx)
    return keys.map(() => undefined)
  },
)

/** Batch size that bounds memory, however many lines an invoice has. */
const LINES_AT_ONCE = 1_000

type Details = {
  key: CustomerScopedId
  subscriptionId: string | null
  computed: ComputedInvoice
  lineIds: readonly string[]
}

export const insertDetails = batched(
  async (tx: Tx, all: readonly Details[]): Promise<undefined[]> => {
    const lines = all.flatMap((one) => rowsOf(one, lineRows(one)))
    for (const some of cut(lines, LINES_AT_ONCE)) {
      const { columns, json } = jsonRows(some)
      await sql`
        insert into invoice_lines (${columns})
        select ${columns} from json_populate_recordset(null::invoice_lines, ${json})`.execute(tx)
    }
    const discounts = all.flatMap((one) => rowsOf(one, discountRows(one)))
    if (discounts.length > 0) {
      const { columns, json } = jsonRows(discounts)
      await sql`
        insert into invoice_discounts (${columns})
        select ${columns} from json_populate_recordset(null::invoice_discounts, ${json})`.execute(
        tx,
      )
    }
    const promotions = all.flatMap((one) => rowsOf(one, promotionRows(one)))
    if (promotions.length > 0) {
      const { columns, json } = jsonRows(promotions)
      await sql`
        insert into invoice_promotions (${columns})
        select ${columns} from json_populate_recordset(null::invoice_promotions, ${json})`.execute(
        tx,
      )
    }
    const taxes = all.flatMap((one) => rowsOf(one, taxRows(one)))
    if (taxes.length > 0) {
      const { columns, json } = jsonRows(taxes)
      await sql`
        insert into invoice_taxes (${columns})
        select ${columns} from json_populate_recordset(null::invoice_taxes, ${json})`.execute(tx)
    }
    return all.map(() => undefined)
  },
)

/** Adds the invoice's keys and each row's position. */
function rowsOf<Row>({ key }: Details, rows: readonly Row[]) {
  const { customerId, id: invoiceId, organizationId } = key
  return rows.map((row, position) => ({ customerId, invoiceId, organizationId, position, ...row }))
}

function discountRows({ computed }: Details) {
  return computed.discounts.map((discount) => ({
    discountId: discount.discountId,
    couponId: discount.couponId,
    name: discount.name,
    percentOff: discount.percentOff,
    amountOff: discount.amountOff,
    amount: discount.amount,
    billingPeriodStart: discount.periodStart,
  }))
}

function promotionRows({ computed }: Details) {
  return computed.promotions.map((promotion) => ({
    grantId: promotion.grantId,
    name: promotion.name,
    amount: promotion.amount,
    billingPeriodStart: promotion.periodStart,
  }))
}

function taxRows({ computed }: Details) {
  return computed.taxes.map((tax) => ({
    taxRateId: tax.taxRateId,
    name: tax.name,
    percentage: tax.percentage,
    isInclusive: tax.isInclusive,
    taxableAmount: tax.taxableAmount,
    amount: tax.amount,
  }))
}

function lineRows({ computed, lineIds, subscriptionId }: Details) {
  return computed.lines.map((line, position) => ({
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
    billingPeriodStart: line.billingPeriodStart,
    daysBefore: line.proration?.daysBefore ?? null,
    daysCovered: line.proration?.daysCovered ?? null,
    daysFull: line.proration?.daysFull ?? null,
    seatDaysBefore: line.proration?.seatDaysBefore ?? null,
    tiers: line.tiers,
    // Decimals are stored as text, which `parsePricing` reads.
    pricing: line.pricing,
    billedQuantity: line.billed?.quantity ?? null,
    billedAmount: line.billed?.amount ?? null,
    amount: line.amount,
    isAdvance: line.isAdvance,
    claimsFor: line.isAdvance ? subscriptionId : null,
    cost: line.cost,
    eventCount: line.eventCount,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    sourceId: line.sourceId,
  }))
}
