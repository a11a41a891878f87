/** What a new plan can begin with, as addresses name it. */
export const START_NAMES = ['outcome', 'tiers', 'pool', 'seats'] as const
export type Start = (typeof START_NAMES)[number]
