import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { mergePromotions, type Promotion } from '../../domain/credit.ts'
import { mergeDiscounts } from '../../domain/discounts.ts'
import { type Decimal, decimal } from '../../domain/money.ts'
import type { PricedTier, PricingModel } from '../../domain/prices/pricing.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { batched } from '../../platform/batching/batched.ts'
import type { Db } from '../../platform/database.ts'
import type {
  AppliedDiscount,
  AppliedTax,
  InvoiceDetails,
  InvoiceLine,
  LineType,
} from './invoice.ts'
import { areOfInvoices, groupByInvoice, OF_INVOICE, type OfInvoice } from './of-invoices.ts'

/** Loads the lines, discounts, promotions and taxes of an invoice, each in order of position. */
export async function findDetails(db: Db, key: CustomerScopedId): Promise<InvoiceDetails> {
  const [lines, discounts, promotions, taxes] = await Promise.all([
    listLines(db, key),
    listDiscounts(db, key),
    listPromotions(db, key),
    listTaxes(db, key),
  ])
  return { lines, discounts, promotions, taxes }
}

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
  quantity: Decimal
  unitPrice: Decimal | null
  daysBefore: number | null
  daysCovered: number | null
  daysFull: number | null
  seatDaysBefore: string | null
  tiers: TierJson[]
  billedQuantity: Decimal | null
  billedAmount: Decimal | null
  amount: Decimal
  isAdvance: boolean
  cost: Decimal | null
  eventCount: string
  periodStart: Date
  periodEnd: Date
}

/**
 * A priced tier as stored in jsonb, with decimals as text. Lines of earlier versions have no flat
 * fees and no packages.
 */
type TierJson = {
  lower: string
  upper: string | null
  rate: string
  flatFee?: string
  units: string
  amount: string
  packages?: { count: string; size: string } | null
}

const listLines = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<InvoiceLine[][]> => {
    const { rows } = await sql<LineRow & OfInvoice>`
      select ${OF_INVOICE}, id, type, description, strategy_id, pricing_model, agent_id, agent_name,
       signal_id, signal_name, quantity, unit_price, days_before, days_covered, days_full, seat_days_before, tiers,
       billed_quantity, billed_amount, amount, is_advance, cost, event_count, period_start, period_end
      from invoice_lines where ${areOfInvoices(keys)} order by position`.execute(db)
    return groupByInvoice(keys, rows).map((lines) => lines.map(lineOf))
  },
)

function lineOf(row: LineRow): InvoiceLine {
  const {
    daysBefore,
    daysCovered,
    daysFull,
    seatDaysBefore,
    billedQuantity,
    billedAmount,
    ...line
  } = row
  return {
    ...line,
    proration:
      daysCovered === null || daysFull === null
        ? null
        : {
            daysBefore: daysBefore ?? 0,
            daysCovered,
            daysFull,
            seatDaysBefore: seatDaysBefore === null ? null : Number(seatDaysBefore),
          },
    tiers: row.tiers.map(tierOf),
    billed:
      billedQuantity === null || billedAmount === null
        ? null
        : { quantity: billedQuantity, amount: billedAmount },
    eventCount: Number(row.eventCount),
  }
}

function tierOf({ lower, upper, rate, flatFee, units, amount, packages }: TierJson): PricedTier {
  assert(typeof lower === 'string', 'a tier keeps its decimals as text')
  return {
    lower: decimal(lower),
    upper: upper === null ? null : decimal(upper),
    rate: decimal(rate),
    flatFee: decimal(flatFee ?? '0'),
    units: decimal(units),
    amount: decimal(amount),
    packages: packages ? { count: decimal(packages.count), size: decimal(packages.size) } : null,
  }
}

const listDiscounts = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<AppliedDiscount[][]> => {
    const { rows } = await sql<AppliedDiscount & OfInvoice>`
      select ${OF_INVOICE}, discount_id, coupon_id, name, percent_off, amount_off, amount
      from invoice_discounts where ${areOfInvoices(keys)} order by position`.execute(db)
    return groupByInvoice(keys, rows).map(mergeDiscounts)
  },
)

const listPromotions = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<Promotion[][]> => {
    const { rows } = await sql<Promotion & OfInvoice>`
      select ${OF_INVOICE}, grant_id, name, amount
      from invoice_promotions where ${areOfInvoices(keys)} order by position`.execute(db)
    return groupByInvoice(keys, rows).map(mergePromotions)
  },
)

const listTaxes = batched(
  async (db: Db, keys: readonly CustomerScopedId[]): Promise<AppliedTax[][]> => {
    const { rows } = await sql<AppliedTax & OfInvoice>`
      select ${OF_INVOICE}, tax_rate_id, name, percentage, is_inclusive, taxable_amount, amount
      from invoice_taxes where ${areOfInvoices(keys)} order by position`.execute(db)
    return groupByInvoice(keys, rows)
  },
)
