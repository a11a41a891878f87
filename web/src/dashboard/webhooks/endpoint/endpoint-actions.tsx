import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { EndpointMenu } from '../endpoint-menu.tsx'
import { refusalToSend, useEndpointTest } from '../use-endpoint-actions.ts'

const EditEndpointDialog = lazy(() => import('../dialogs/edit-endpoint-dialog.tsx'))

export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isEditing, editing] = useDisclosure()
  const { mutate: test, isPending } = useEndpointTest(endpoint.id)
  return (
    <Group gap="sm">
      <AllowedButton
        permission="webhooks"
        loading={isPending}
        refusal={refusalToSend(endpoint)}
        onClick={() => test()}
      >
        Send test
      </AllowedButton>
      <AllowedButton permission="webhooks" variant="default" onClick={editing.open}>
        Edit
      </AllowedButton>
      <EndpointMenu endpoint={endpoint} isOnPage />
      <Suspense>
        {isEditing && <EditEndpointDialog endpoint={endpoint} onClose={editing.close} />}
      </Suspense>
    </Group>
  )
}
