import { Alert, Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError } from '../../api/api-error.ts'
import { useCountdown } from './use-countdown.ts'

const SERVER_FAULT = 500

/** Shows an error in the service's words, with the request id for support. */
export function Problem({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const isKnown = error instanceof ApiError
  const wait = useCountdown(isKnown && error.status === 429 ? error : undefined)
  const text = isKnown ? error.message : 'This part of the page failed. Reload the page.'
  return (
    <Alert
      icon={<IconAlertTriangle size={18} color="var(--mantine-color-error)" />}
      role="alert"
      p="sm"
    >
      <Stack gap={8}>
        <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
        <Group gap="sm">
          {onRetry && (
            <Button variant="default" onClick={onRetry} disabled={wait > 0}>
              {wait > 0 ? `Retry in ${wait} s` : 'Retry'}
            </Button>
          )}
          {!onRetry && wait > 0 && (
            <Text size="sm" c="dimmed">
              Try again in {wait} s
            </Text>
          )}
          {isKnown && isOurs(error) && error.requestId && <RequestId id={error.requestId} />}
        </Group>
      </Stack>
    </Alert>
  )
}

/** Returns true if the fault is not the user's, so that the request id is useful. */
const isOurs = ({ status }: ApiError) => status === 0 || status >= SERVER_FAULT

function RequestId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Anchor component="button" type="button" size="xs" c="dimmed" onClick={copy}>
          {copied ? 'Copied' : `Copy request id ${id.slice(0, 8)}…`}
        </Anchor>
      )}
    </CopyButton>
  )
}
