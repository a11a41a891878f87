export const DIMENSIONS = { signal: 'Signal', agent: 'Agent', customer: 'Customer' } as const
export const MEASURES = { events: 'Events', units: 'Units' } as const

export type DimensionName = keyof typeof DIMENSIONS
export type Measure = keyof typeof MEASURES
