import type { Run } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { RUN_STATES } from './run-states.ts'

const TONES = { open: 'waiting', unassigned: 'bad', closed: 'good' } as const

/** The state of a run; a run whose events move to its customer says so. */
export function RunStatus({ run }: { run: Pick<Run, 'state' | 'isAssigning'> }) {
  if (run.isAssigning) return <StateBadge tone="waiting" label="Assigning" />
  return <StateBadge tone={TONES[run.state]} label={RUN_STATES[run.state]} />
}
