import { Anchor, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { firstKeyQuery } from '../first-event/first-key.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Variables with which an OpenTelemetry exporter sends traces to this service. */
const variablesOf = (key: string) =>
  [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}/v1/otlp`,
    `export OTEL_EXPORTER_OTLP_HEADERS=x-api-key=${key}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  ].join('\n')

/** How to send traces, and a wait for the first run. */
export function SendTraces() {
  const { slug } = useOrganization()
  const { data: key } = useQuery(firstKeyQuery(slug))
  return (
    <Section
      title="No runs yet"
      about="A run is a trace of an agent: its model calls become usage with a cost."
    >
      <Text>
        Set these variables where an agent with OpenTelemetry runs, and start it.{' '}
        {key === undefined && (
          <>
            Replace YOUR_KEY with one of your{' '}
            <AnchorLink to="/o/$slug/developers/keys" params={{ slug }} underline="always" inherit>
              API keys
            </AnchorLink>
            .{' '}
          </>
        )}
        <Anchor href="/docs/guides/traces" underline="always" inherit>
          The guide
        </Anchor>{' '}
        has Claude Code, Codex, LiteLLM and more.
      </Text>
      <CopyText text={variablesOf(key ?? 'YOUR_KEY')} label="Copy variables" isBlock />
      <Group gap={8} wrap="nowrap" role="status">
        <Loader size={12} flex="none" aria-hidden />
        <Text size="sm" c="dimmed">
          Waiting for the first run. It will appear here automatically.
        </Text>
      </Group>
    </Section>
  )
}
