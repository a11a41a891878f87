import { Text } from '@mantine/core'
import { StateBadge } from '../../ui/states/state-badge.tsx'

/** Status code of a response, with an icon if the request was rejected or failed. */
export function StatusBadge({ status }: { status: number }) {
  if (status < 400) return <Text size="sm">{status}</Text>
  return <StateBadge tone={status >= 500 ? 'bad' : 'over'} label={String(status)} />
}
