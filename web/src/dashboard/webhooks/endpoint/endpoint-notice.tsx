import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useEndpointSwitch } from '../use-endpoint-actions.ts'

const REASONS = {
  request: 'it was disabled on request',
  failing: 'every delivery failed for five days',
  gone: 'it answered 410 Gone',
} as const

/** Says why nothing arrives at an endpoint, and what to do. Nothing is shown while it works. */
export function EndpointNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, disabledReason, disabledAt, failingSince } = endpoint
  const { mutate: toggle, isPending } = useEndpointSwitch(endpoint)
  if (status === 'disabled') {
    return (
      <Alert
        icon={disabledReason === 'request' ? <IconPlayerPause size={18} /> : <Warning />}
        p="sm"
      >
        <Group justify="space-between" gap="sm">
          <Text flex={1} miw={240}>
            Nothing is sent to this endpoint, because {REASONS[disabledReason ?? 'request']}
            {disabledAt !== null && (
              <>
                {' '}
                (<Timestamp at={disabledAt} />)
              </>
            )}
            . Once it is enabled, replay what it missed.
          </Text>
          <AllowedButton permission="webhooks" loading={isPending} onClick={() => toggle()}>
            Enable
          </AllowedButton>
        </Group>
      </Alert>
    )
  }
  if (failingSince === null) return null
  return (
    <Alert icon={<Warning />} p="sm">
      <Text>
        Every delivery has failed since <Timestamp at={failingSince} />. An endpoint that only fails
        for five days is disabled.
      </Text>
    </Alert>
  )
}

function Warning() {
  return <IconAlertTriangle size={18} color="var(--mantine-color-error)" />
}
