import { Loader, Paper, Stack, Text } from '@mantine/core'
import { CopyText } from '../../ui/values/copy-text.tsx'

const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
}

/** A line to paste. It has no key: keys are shown once, where they are made. */
export function FirstEvent() {
  const line = [
    `curl ${location.origin}/v1/usage/record`,
    "-H 'x-api-key: YOUR_KEY' -H 'content-type: application/json'",
    `-d '${JSON.stringify({ records: [RECORD] }, null, 2)}'`,
  ].join(' \\\n  ')
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text>Paste this with your key. The event appears here by itself.</Text>
        <CopyText text={line} label="Copy the line" isBlock />
        <Text size="sm" c="dimmed" role="status">
          <Loader size={12} mr={8} aria-hidden />
          Waiting for the first event
        </Text>
      </Stack>
    </Paper>
  )
}
