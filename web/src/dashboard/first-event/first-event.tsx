import { Loader, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createApiKey } from '../../api/api-keys.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { curlLine } from './curl-line.ts'

const KEY = { name: 'First event', type: 'secret', scope: 'record' } as const

/** A command that records an event with a new key, and a wait for that event. */
export function FirstEvent() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const attempt = useRef(newKey()).current
  const making = useMutation({
    mutationFn: () => createApiKey(slug, KEY, attempt),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [slug, 'api-keys'] })
      void queryClient.invalidateQueries({ queryKey: [slug, 'progress'] })
    },
  })
  const key = making.data?.key
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="stretch">
        {key ? (
          <Text>
            Paste this into a terminal. Its API key is shown only once and can only record usage. It
            is listed under API keys as “{KEY.name}”.
          </Text>
        ) : (
          <Text>Paste this into a terminal and replace YOUR_KEY with an API key.</Text>
        )}
        <CopyText
          text={curlLine(location.origin, key ?? 'YOUR_KEY')}
          label="Copy the command"
          isBlock
        />
        {making.error && <Problem error={making.error} />}
        {making.data && !key && (
          <Text c="dimmed">
            The key was created, but its value did not arrive. Create another key.
          </Text>
        )}
        {!key && (
          <AllowedButton
            permission="keys"
            loading={making.isPending}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => making.mutate()}
          >
            Use a new key
          </AllowedButton>
        )}
        <Text size="sm" c="dimmed" role="status">
          <Loader size={12} mr={8} aria-hidden />
          Waiting for the first event. It will appear here automatically.
        </Text>
      </Stack>
    </Paper>
  )
}
