import { Code, Group, Stack, Text } from '@mantine/core'
import type { WebhookAttempt } from '../../../api/api-types.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { indented } from '../json-block.tsx'
import { answerInWords, formatDuration } from './delivery-words.ts'

/** Every attempt of a delivery with its answer, the latest first. */
export function AttemptsSection({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 && <NoRows>The first attempt is under way.</NoRows>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </Section>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { result, error, response, durationMs, attemptedAt } = attempt
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <StateBadge tone={result === 'succeeded' ? 'good' : 'bad'} label={answerInWords(attempt)} />
        <Text size="sm" c="dimmed">
          {formatDuration(durationMs)} · <Timestamp at={attemptedAt} as="bare" />
        </Text>
      </Group>
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && response !== '' && (
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {indented(response)}
        </Code>
      )}
      {response === '' && (
        <Text size="sm" c="dimmed">
          The answer has no body.
        </Text>
      )}
    </Stack>
  )
}
