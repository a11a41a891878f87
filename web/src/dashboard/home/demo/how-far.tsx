import { Progress, Stack, Text } from '@mantine/core'
import type { Demo } from '../../../api/api-types.ts'

/** How much of a demo is filled; nothing once it is. */
export function HowFar({ demo: { organization, progress, problem } }: { demo: Demo }) {
  if (organization?.state !== 'filling') return null
  if (problem !== null) {
    return (
      <Text role="alert">Filling it ended early: {problem}. Take it away to make another one.</Text>
    )
  }
  if (progress === null) {
    return (
      <Text c="dimmed">
        It is being filled. Where nothing changes for minutes, that was interrupted: take it away.
      </Text>
    )
  }
  return (
    <Stack gap={4} maw={420}>
      <Progress value={progress.share * 100} aria-label="How much of the demo is filled" />
      <Text size="xs" c="dimmed" role="status">
        {progress.what === '' ? 'It begins' : `Living through ${progress.what}`}
      </Text>
    </Stack>
  )
}
