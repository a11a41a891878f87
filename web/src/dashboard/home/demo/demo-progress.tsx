import { Progress, Stack, Text } from '@mantine/core'
import type { Demo } from '../../../api/api-types.ts'

/** Progress of filling a demo; nothing once it is complete. */
export function DemoProgress({ demo: { organization, progress, problem } }: { demo: Demo }) {
  if (organization?.state !== 'filling') return null
  if (problem !== null) {
    return (
      <Text role="alert">
        Creating the demo failed: {problem}. Delete it to create another one.
      </Text>
    )
  }
  if (progress === null) {
    return (
      <Text c="dimmed">
        The demo data is being created. If nothing changes for several minutes, this was
        interrupted; delete the demo.
      </Text>
    )
  }
  return (
    <Stack gap={4} maw={420}>
      <Progress value={progress.share * 100} aria-label="Progress of the demo data" />
      <Text size="xs" c="dimmed" role="status">
        {progress.what === '' ? 'Starting' : `Simulating ${progress.what}`}
      </Text>
    </Stack>
  )
}
