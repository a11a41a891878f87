import type { Run } from '../../api/api-types.ts'
import { formatDuration } from '../../ui/values/duration.ts'
import { formatCount } from '../../ui/values/money.ts'

export const NONE = '–'

/** Returns the declared outcome of a run: "ticket", "3 × ticket". */
export function outcomeInWords({ signalName, quantity }: Pick<Run, 'signalName' | 'quantity'>) {
  if (signalName === null || quantity === null) return NONE
  return quantity === 1 ? signalName : `${formatCount(quantity)} × ${signalName}`
}

/** Returns the time between the first and the last span of a run. */
export function durationInWords({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>) {
  return startedAt === null || endedAt === null ? NONE : formatDuration(startedAt, endedAt)
}
