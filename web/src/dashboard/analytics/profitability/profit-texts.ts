export const GROUPS = {
  customer: 'Customer',
  agent: 'Agent',
  signal: 'Signal',
  plan: 'Plan',
  model: 'Model',
} as const
export type GroupName = keyof typeof GROUPS

/** Groups that a model's share can be shown by. */
export const GROUPS_OF_MODEL = { signal: GROUPS.signal, agent: GROUPS.agent } as const

/** Names of the row for items without a key and for all items not listed. */
export const NAMELESS = {
  customer: 'All others',
  agent: 'No agent, or not listed',
  signal: 'No signal (fees, discounts), or not listed',
  plan: 'No subscription, or not listed',
  model: 'No model (fees, discounts), or not listed',
} as const satisfies Record<GroupName, string>

export const NO_PROFIT = 'Invoiced before tax, including invoices that are not generated yet.'

export const SORTABLE = 'Select a column heading to sort by it'
export const SHARED_BY_UNITS =
  'The realised amount of a signal is shared between its models by units.'
