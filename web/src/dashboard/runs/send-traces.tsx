import { Group, Loader, Text } from '@mantine/core'
import { Section } from '../../ui/layout/section.tsx'
import { RecordCommand } from '../first-event/record-command.tsx'
import { WAYS_OF_RUNS } from '../first-event/ways.ts'

/** How to send traces, and a wait for the first run. */
export function SendTraces() {
  return (
    <Section
      title="No runs yet"
      about="A run is a trace of an agent: its model calls become usage with a cost."
    >
      <RecordCommand ways={WAYS_OF_RUNS} />
      <Group gap={8} wrap="nowrap" role="status">
        <Loader size={12} flex="none" aria-hidden />
        <Text size="sm" c="dimmed">
          Waiting for the first run. It will appear here automatically.
        </Text>
      </Group>
    </Section>
  )
}
