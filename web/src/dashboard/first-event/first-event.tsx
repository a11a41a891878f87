import { Loader, Stack, Text } from '@mantine/core'
import { RecordCommand } from './record-command.tsx'

/** A command that records an event, and a wait for that event. */
export function FirstEvent() {
  return (
    <Stack gap="sm" align="stretch">
      <RecordCommand />
      <Text size="sm" c="dimmed" role="status">
        <Loader size={12} mr={8} aria-hidden />
        Waiting for the first event. It will appear here automatically.
      </Text>
    </Stack>
  )
}
