export const TABS = ['usage', 'cost', 'revenue', 'mrr', 'profitability'] as const
export type TabName = (typeof TABS)[number]

export const TAB_LABELS = {
  usage: 'Usage',
  cost: 'Cost',
  revenue: 'Revenue',
  mrr: 'MRR',
  profitability: 'Profitability',
} as const satisfies Record<TabName, string>

export const ABOUT = {
  usage: 'How much work was done, and of what.',
  cost: 'What the work cost you, in USD, of the events whose cost is known.',
  revenue: 'What was earned, before discounts and tax, on the day it was earned.',
  mrr: 'What comes in each month, in three ways that mean three things.',
  profitability: 'What is left of the invoices before tax once the work is paid, losses first.',
} as const satisfies Record<TabName, string>

/** Four figures that are close to one another, and are never called by one name. */
export const MONEY = {
  agentEarned: 'Units times the rates of the plans, without any fee.',
  revenue: 'Agent-earned plus recurring, seat and one-time fees, before discounts and tax.',
  billed: 'Invoices that are dated in this time and are open or overdue, with tax.',
  collected: 'Invoices that are dated in this time and are paid, with tax.',
} as const

export const MRR_ABOUT = {
  canonical: 'The invoices of the last complete month, those paid since included, less refunds.',
  runRate: 'The revenue of the last 30 full days without one-time fees, as that of a month.',
  committed:
    'The recurring, seat and pool fees of active subscriptions in a month, whatever is used.',
} as const

export const MRR_LABELS = {
  canonical: 'Canonical',
  runRate: 'Run rate',
  committed: 'Committed',
} as const

export const NOTHING = 'Nothing in this time. Choose another one, or fewer filters.'
