import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { createApiKey } from '../../api/api-keys.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { BlockOfWay } from './block-of-way.tsx'
import { FIRST_KEY, firstKeyQuery } from './first-key.ts'
import { WAYS, type Way } from './ways.ts'

/** What to paste to record usage. One click creates a key and fills it in. */
export function RecordCommand({ ways = WAYS }: { ways?: readonly Way[] }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const attempt = useRef(newKey())
  const { data: key } = useQuery(firstKeyQuery(slug))
  const making = useMutation({
    mutationFn: () => createApiKey(slug, FIRST_KEY, attempt.current),
    onSuccess: (made) => {
      // Another click creates another key, because this one may have lost its value.
      attempt.current = newKey()
      if (made.key !== null) queryClient.setQueryData(firstKeyQuery(slug).queryKey, made.key)
      void queryClient.invalidateQueries({ queryKey: [slug, 'api-keys'] })
    },
  })
  return (
    <Stack gap="sm" align="stretch">
      {key === undefined ? (
        <Group gap="sm">
          <AllowedButton
            permission="keys"
            loading={making.isPending}
            onClick={() => making.mutate()}
          >
            Create a key and fill it in
          </AllowedButton>
          <Text size="sm" c="dimmed" flex={1} miw={240}>
            Or replace YOUR_KEY with an API key that you have.
          </Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          The API key is filled in. It can only record usage and is shown only now; it is listed
          under API keys as “{FIRST_KEY.name}”.
        </Text>
      )}
      {making.error && <Problem error={making.error} />}
      {making.data?.key === null && (
        <Text c="dimmed">
          The key was created, but its value did not arrive. Create another key.
        </Text>
      )}
      <BlockOfWay ways={ways} apiKey={key ?? 'YOUR_KEY'} isReady={key !== undefined} />
    </Stack>
  )
}
