import assert from 'node:assert/strict'
import { roundToMinorUnit } from '../../../domain/currency.ts'
import { decimal, sum, ZERO } from '../../../domain/money.ts'
import { parseTiers, priceUsage } from '../../../domain/prices/pricing.ts'
import type { Db } from '../../../platform/database.ts'
import type { InvoiceLine } from '../../invoices/invoice.ts'
import { getSettings } from '../../organizations/settings.ts'
import type { InvoiceDocument } from './document.ts'
import { formatDate, formatMoney, formatPeriod } from './format.ts'
import { documentLine } from './lines.ts'
import { sellerOf } from './parties.ts'

const TIME_ZONE = 'UTC'
const NET_TERMS_DAYS = 30
const DAY_MS = 86_400_000
const FEE = decimal('49')
const TICKETS = decimal('1200')
const TIERS = [
  { lower: 0, upper: 1000, rate: 0 },
  { lower: 1000, upper: null, rate: '0.9' },
]

/** Returns a sample invoice with the current settings, for setting them up. */
export async function getSampleDocument(
  db: Db,
  organizationId: string,
  now: Date,
): Promise<InvoiceDocument> {
  const {
    logo,
    currency,
    invoiceFooter: footer,
    ...settings
  } = await getSettings(db, organizationId)
  const period = lastMonth(now)
  const lines = sampleLines(currency, period)
  const total = formatMoney(sum(lines.map(({ amount }) => amount)), currency)
  return {
    id: organizationId,
    name: 'Invoice',
    number: 'SAMPLE',
    status: 'issued',
    currency,
    seller: sellerOf({ ...settings, footer }, { logo, accentColor: settings.accentColor }),
    buyer: {
      name: 'Sample customer',
      address: ['1 Main Street', 'Springfield, IL 62701', 'United States'],
      email: 'ann@example.com',
      taxId: null,
      country: 'US',
    },
    issueDate: formatDate(period.end, TIME_ZONE),
    dueDate: formatDate(new Date(period.end.getTime() + NET_TERMS_DAYS * DAY_MS), TIME_ZONE),
    netTerms: NET_TERMS_DAYS,
    period: formatPeriod(period.start, period.end, TIME_ZONE),
    lines: lines.map((line) => documentLine(line, { currency, timeZone: TIME_ZONE, period })),
    subtotal: total,
    discounts: [],
    promotions: [],
    netTotal: null,
    taxes: [],
    credit: null,
    total,
    payments: [],
    amountPaid: formatMoney(ZERO, currency),
    amountRefunded: null,
    amountDue: total,
    isDue: false,
    taxNote: null,
    memo: null,
    footer,
    payUrl: null,
    accountUrl: null,
  }
}

type Period = { start: Date; end: Date }

function lastMonth(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month - 1)), end: new Date(Date.UTC(year, month)) }
}

/** Returns a fee and usage that is priced by tiers. */
function sampleLines(currency: string, period: Period): InvoiceLine[] {
  const parsed = parseTiers(TIERS, 'graduated')
  assert(parsed.ok)
  const usage = priceUsage({ pricingModel: 'graduated', tiers: parsed.tiers }, TICKETS)
  const common = {
    id: '',
    strategyId: null,
    agentId: null,
    signalId: null,
    proration: null,
    billed: null,
    isAdvance: false,
    cost: null,
    eventCount: 0,
    periodStart: period.start,
    periodEnd: period.end,
  }
  return [
    {
      ...common,
      type: 'recurring',
      description: 'Base fee',
      pricingModel: null,
      agentName: 'Support agent',
      signalName: null,
      quantity: decimal('1'),
      unitPrice: FEE,
      tiers: [],
      amount: roundToMinorUnit(FEE, currency),
    },
    {
      ...common,
      type: 'usage',
      description: 'Resolved tickets',
      pricingModel: 'graduated',
      agentName: 'Support agent',
      signalName: 'ticket-resolved',
      quantity: TICKETS,
      unitPrice: null,
      tiers: usage.tiers,
      amount: roundToMinorUnit(usage.amount, currency),
    },
  ]
}
