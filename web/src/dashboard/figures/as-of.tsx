import { Text } from '@mantine/core'
import { formatTime } from '../../ui/values/dates.ts'

const FRESH_MS = 10_000

type Props = {
  /** The instant up to which the figures are complete. */
  asOf: string
  /** When the browser received them, in epoch milliseconds. */
  receivedAt: number
}

/** Shows how current figures are, if they were not current when they were read. */
export function AsOf({ asOf, receivedAt }: Props) {
  if (receivedAt - Date.parse(asOf) <= FRESH_MS) return null
  return (
    <Text size="xs" c="dimmed" mb={8}>
      As of {formatTime(asOf, 'local')}
    </Text>
  )
}
