import type { EventState as State } from '../../api/api.gen.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { STATES } from './event-states.ts'

export function EventState({ state }: { state: State }) {
  const { tone, label } = STATES[state]
  return <StateBadge tone={tone} label={label} />
}
