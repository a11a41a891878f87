import type { RepricingRun } from '../../api/api-types.ts'
import { formatPeriod } from '../../ui/values/dates.ts'

export const RUN_STATES = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const

/** Returns the usage dates of a run, both inclusive, in UTC: "1 – 31 Mar 2026". */
export function datesInWords({ from, to }: Pick<RepricingRun, 'from' | 'to'>): string {
  return formatPeriod({ start: from, end: to }, 'UTC')
}

/** Returns what a run applies to: "gpt-4o (openai)", "All models of openai", "All models". */
export function modelsInWords({
  model,
  modelProvider,
}: Pick<RepricingRun, 'model' | 'modelProvider'>): string {
  if (model !== null) return modelProvider === null ? model : `${model} (${modelProvider})`
  return modelProvider === null ? 'All models' : `All models of ${modelProvider}`
}
