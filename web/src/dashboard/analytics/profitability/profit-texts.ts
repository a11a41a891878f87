export const GROUPS = {
  customer: 'Customer',
  agent: 'Agent',
  signal: 'Signal',
  plan: 'Plan',
  model: 'Model',
} as const
export type GroupName = keyof typeof GROUPS

/** What the row is called that belongs to none, or to all that are not listed. */
export const NAMELESS = {
  customer: 'All others',
  agent: 'Of no agent, and all others',
  signal: 'Of no signal: fees, discounts and all others',
  plan: 'Without a subscription, and all others',
  model: 'Of no model: fees, discounts and all others',
} as const satisfies Record<GroupName, string>

export const NO_PROFIT = 'Revenue here is that of invoices before tax, made or still to be made.'
