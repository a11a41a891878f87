import type { RepricingRun } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { RUN_STATES } from './run-in-words.ts'

const TONES = {
  queued: 'waiting',
  running: 'waiting',
  completed: 'good',
  cancelled: 'over',
  failed: 'bad',
} as const

/** The state of a run; a run that another one reversed says so. */
export function RunStatus({ run }: { run: Pick<RepricingRun, 'state' | 'reversedById'> }) {
  if (run.reversedById !== null) return <StateBadge tone="over" label="Reversed" />
  return <StateBadge tone={TONES[run.state]} label={RUN_STATES[run.state]} />
}
