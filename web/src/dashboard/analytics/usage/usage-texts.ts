export const DIMENSIONS = { signal: 'Signal', agent: 'Agent', customer: 'Customer' } as const
export const MEASURES = { events: 'Events', units: 'Units' } as const

export type DimensionName = keyof typeof DIMENSIONS
export type Measure = keyof typeof MEASURES

/** Filter that each dimension sets. */
export const FILTER_BY = {
  signal: 'signalId',
  agent: 'agentId',
  customer: 'customerId',
} as const satisfies Record<DimensionName, string>
