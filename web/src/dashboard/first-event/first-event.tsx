import { Stack } from '@mantine/core'
import { RecordCommand } from './record-command.tsx'
import { Waiting } from './waiting.tsx'

/** How to record usage, and a wait for the first event. */
export function FirstEvent() {
  return (
    <Stack gap="sm" align="stretch">
      <RecordCommand />
      <Waiting />
    </Stack>
  )
}
