/** Starting points of a new plan, as named in URLs. */
export const START_NAMES = ['outcome', 'tiers', 'pool', 'seats'] as const
export type Start = (typeof START_NAMES)[number]
