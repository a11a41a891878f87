export const GROUPS = {
  customer: 'Customer',
  agent: 'Agent',
  signal: 'Signal',
  plan: 'Plan',
  model: 'Model',
} as const
export type GroupName = keyof typeof GROUPS

/** Names of the row for items without a key and for all items not listed. */
export const NAMELESS = {
  customer: 'All others',
  agent: 'No agent, or not listed',
  signal: 'No signal (fees, discounts), or not listed',
  plan: 'No subscription, or not listed',
  model: 'No model (fees, discounts), or not listed',
} as const satisfies Record<GroupName, string>

export const NO_PROFIT = 'Invoiced before tax, including invoices that are not generated yet.'
