export const TABS = [
  'usage',
  'cost',
  'reported-costs',
  'revenue',
  'mrr',
  'profitability',
  'month-end',
] as const
export type TabName = (typeof TABS)[number]

export const TAB_LABELS = {
  usage: 'Usage',
  cost: 'Cost',
  'reported-costs': 'Reported costs',
  revenue: 'Revenue',
  mrr: 'MRR',
  profitability: 'Profitability',
  'month-end': 'Month end',
} as const satisfies Record<TabName, string>

export const ABOUT = {
  usage: 'How much your agents were used, by signal, agent or customer.',
  cost: 'What your agents’ work cost you, in USD. Events without a cost are not included.',
  'reported-costs':
    'What gateways say that calls cost, next to the computed cost of the same calls, in USD.',
  revenue: 'What subscriptions earned by day, and what was billed and collected.',
  mrr: 'Monthly recurring revenue, by three definitions.',
  profitability: 'Earned and realised amounts minus cost, losses first.',
  'month-end': 'Each invoice, payment, refund and void counts on the day it happened, in UTC.',
} as const satisfies Record<TabName, string>

/** Definitions of four similar figures, which must never share a name. */
export const MONEY = {
  agentEarned: 'Units × plan rates, without fees.',
  earned: 'Agent-earned plus recurring, seat and one-time fees, before discounts and tax.',
  billed: 'Open and overdue invoices issued in this date range, including tax.',
  collected: 'Paid invoices issued in this date range, including tax, minus refunds.',
} as const

export const MRR_ABOUT = {
  canonical: 'Invoices of the last complete month, including those paid since, minus refunds.',
  runRate: 'Earned in the last 30 full days without one-time fees, expressed as a monthly amount.',
  committed:
    'Monthly recurring, seat and credit pool fees of active subscriptions, regardless of usage.',
} as const

export const MRR_LABELS = {
  canonical: 'Canonical MRR',
  runRate: 'Run rate MRR',
  committed: 'Committed MRR',
} as const

export const NOTHING = 'No data in this date range.'
