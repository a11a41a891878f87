/** State of an event whose cost is unknown, and of a cost that consists only of such events. */
export const NO_COST_YET = 'No cost yet'
