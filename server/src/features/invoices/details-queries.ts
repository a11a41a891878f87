import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { mergeDiscounts } from '../../domain/discounts.ts'
import { type Decimal, decimal } from '../../domain/money.ts'
import type { PricedTier, PricingModel } from '../../domain/pricing.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import type {
  AppliedDiscount,
  AppliedTax,
  InvoiceDetails,
  InvoiceLine,
  LineType,
} from './invoice.ts'

/** What an invoice says: its lines, discounts and taxes, in their order. */
export async function findDetails(db: Db, key: CustomerScopedId): Promise<InvoiceDetails> {
  const [lines, discounts, taxes] = await Promise.all([
    listLines(db, key),
    listDiscounts(db, key),
    listTaxes(db, key),
  ])
  return { lines, discounts, taxes }
}

const ofInvoice = ({ organizationId, customerId, id }: CustomerScopedId) =>
  sql`customer_id = ${customerId} and invoice_id = ${id} and organization_id = ${organizationId}`

const optional = (text: string | null): Decimal | null => (text === null ? null : decimal(text))

type LineRow = {
  id: string
  type: LineType
  description: string
  strategyId: string | null
  pricingModel: PricingModel | null
  agentId: string | null
  agentName: string | null
  signalId: string | null
  signalName: string | null
  quantity: string
  unitPrice: string | null
  daysBefore: number | null
  daysCovered: number | null
  daysFull: number | null
  tiers: TierJson[]
  billedQuantity: string | null
  billedAmount: string | null
  amount: string
  cost: string | null
  eventCount: string
  periodStart: Date
  periodEnd: Date
}

/** As JSON.stringify writes a priced tier. */
type TierJson = { lower: string; upper: string | null; rate: string; units: string; amount: string }

async function listLines(db: Db, key: CustomerScopedId): Promise<InvoiceLine[]> {
  const { rows } = await sql<LineRow>`
    select id, type, description, strategy_id as "strategyId", pricing_model as "pricingModel",
      agent_id as "agentId", agent_name as "agentName", signal_id as "signalId",
      signal_name as "signalName", quantity, unit_price as "unitPrice",
      days_before as "daysBefore", days_covered as "daysCovered", days_full as "daysFull", tiers,
      billed_quantity as "billedQuantity", billed_amount as "billedAmount", amount, cost,
      event_count as "eventCount", period_start as "periodStart", period_end as "periodEnd"
    from invoice_lines where ${ofInvoice(key)} order by position`.execute(db)
  return rows.map(lineOf)
}

function lineOf(row: LineRow): InvoiceLine {
  const { daysBefore, daysCovered, daysFull, billedQuantity, billedAmount, ...line } = row
  return {
    ...line,
    quantity: decimal(row.quantity),
    unitPrice: optional(row.unitPrice),
    proration:
      daysCovered === null || daysFull === null
        ? null
        : { daysBefore: daysBefore ?? 0, daysCovered, daysFull },
    tiers: row.tiers.map(tierOf),
    billed:
      billedQuantity === null || billedAmount === null
        ? null
        : { quantity: decimal(billedQuantity), amount: decimal(billedAmount) },
    amount: decimal(row.amount),
    cost: optional(row.cost),
    eventCount: Number(row.eventCount),
  }
}

function tierOf({ lower, upper, rate, units, amount }: TierJson): PricedTier {
  assert(typeof lower === 'string', 'a tier keeps its decimals as text')
  return {
    lower: decimal(lower),
    upper: optional(upper),
    rate: decimal(rate),
    units: decimal(units),
    amount: decimal(amount),
  }
}

async function listDiscounts(db: Db, key: CustomerScopedId): Promise<AppliedDiscount[]> {
  const { rows } = await sql<{
    discountId: string
    couponId: string
    name: string
    percentOff: string | null
    amountOff: string | null
    amount: string
  }>`
    select discount_id as "discountId", coupon_id as "couponId", name,
      percent_off as "percentOff", amount_off as "amountOff", amount
    from invoice_discounts where ${ofInvoice(key)} order by position`.execute(db)
  const applied = rows.map((row) => ({
    ...row,
    percentOff: optional(row.percentOff),
    amountOff: optional(row.amountOff),
    amount: decimal(row.amount),
  }))
  return mergeDiscounts(applied)
}

async function listTaxes(db: Db, key: CustomerScopedId): Promise<AppliedTax[]> {
  const { rows } = await sql<{
    taxRateId: string
    name: string
    percentage: string
    isInclusive: boolean
    taxableAmount: string
    amount: string
  }>`
    select tax_rate_id as "taxRateId", name, percentage, is_inclusive as "isInclusive",
      taxable_amount as "taxableAmount", amount
    from invoice_taxes where ${ofInvoice(key)} order by position`.execute(db)
  return rows.map((row) => ({
    ...row,
    percentage: decimal(row.percentage),
    taxableAmount: decimal(row.taxableAmount),
    amount: decimal(row.amount),
  }))
}
