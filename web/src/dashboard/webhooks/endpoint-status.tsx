import { Text } from '@mantine/core'
import type { WebhookEndpoint } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'

/** Reasons why an endpoint is disabled, in words. */
const DISABLED_REASONS = {
  request: 'on request',
  failing: 'only failed for five days',
  gone: 'answered 410 Gone',
} as const

/**
 * Status of an endpoint in one word, with a reason if it is not normal. A phone has no room for the
 * reason; the page of the endpoint has it.
 */
export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, disabledReason, failingSince } = endpoint
  if (status === 'disabled') {
    return (
      <>
        <StateBadge tone={disabledReason === 'request' ? 'over' : 'bad'} label="Disabled" />
        {disabledReason !== null && <Reason>{DISABLED_REASONS[disabledReason]}</Reason>}
      </>
    )
  }
  if (failingSince === null) return <StateBadge tone="good" label="Enabled" />
  return (
    <>
      <StateBadge tone="bad" label="Failing" />
      <Reason>
        since <Timestamp at={failingSince} as="bare" />
      </Reason>
    </>
  )
}

function Reason({ children }: { children: React.ReactNode }) {
  return (
    <Text span size="sm" c="dimmed" ml={8} visibleFrom="sm">
      {children}
    </Text>
  )
}
