import { Text } from '@mantine/core'
import { StateBadge } from '../../ui/states/state-badge.tsx'

/** What was answered: a number, with a sign where something was refused or failed. */
export function StatusBadge({ status }: { status: number }) {
  if (status < 400) return <Text size="sm">{status}</Text>
  return <StateBadge tone={status >= 500 ? 'bad' : 'over'} label={String(status)} />
}
