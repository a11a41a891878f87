import { Text } from '@mantine/core'
import type { EventState as State } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { STATES } from './event-states.ts'

/** Plain text for a normal state, so that states that need attention stand out. */
export function EventState({ state }: { state: State }) {
  const { tone, label } = STATES[state]
  if (tone === 'good') return <Text size="sm">{label}</Text>
  return <StateBadge tone={tone} label={label} />
}
