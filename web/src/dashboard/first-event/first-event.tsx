import { Group, Loader, Stack, Text } from '@mantine/core'
import { RecordCommand } from './record-command.tsx'

/** A command that records an event, and a wait for that event. */
export function FirstEvent() {
  return (
    <Stack gap="sm" align="stretch">
      <RecordCommand />
      <Group gap={8} wrap="nowrap" role="status">
        <Loader size={12} flex="none" aria-hidden />
        <Text size="sm" c="dimmed">
          Waiting for the first event. It will appear here automatically.
        </Text>
      </Group>
    </Stack>
  )
}
