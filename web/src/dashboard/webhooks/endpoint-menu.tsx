import { useDisclosure } from '@mantine/hooks'
import {
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { WebhookEndpoint } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { refusalToSend, useEndpointSwitch, useEndpointTest } from './use-endpoint-actions.ts'

const EditEndpointDialog = lazy(() => import('./dialogs/edit-endpoint-dialog.tsx'))
const RotateSecretDialog = lazy(() => import('./dialogs/rotate-secret-dialog.tsx'))
const ReplayDialog = lazy(() => import('./dialogs/replay-dialog.tsx'))
const DeleteEndpoint = lazy(() => import('./dialogs/delete-endpoint.tsx'))

type Props = {
  endpoint: WebhookEndpoint
  /** The page of the endpoint has buttons for the most frequent actions. */
  isOnPage?: boolean
}

export function EndpointMenu({ endpoint, isOnPage = false }: Props) {
  const [isEditing, editing] = useDisclosure()
  const [isReplaying, replaying] = useDisclosure()
  const [isRotating, rotating] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate: toggle } = useEndpointSwitch(endpoint)
  const { mutate: test } = useEndpointTest(endpoint.id)
  const refusal = refusalToSend(endpoint)
  const isEnabled = endpoint.status === 'enabled'
  return (
    <>
      <RowMenu of={endpoint.url}>
        {!isOnPage && (
          <>
            <AllowedItem permission="webhooks" icon={IconSend} refusal={refusal} onClick={test}>
              Send test
            </AllowedItem>
            <AllowedItem permission="webhooks" icon={IconPencil} onClick={editing.open}>
              Edit
            </AllowedItem>
          </>
        )}
        <AllowedItem
          permission="webhooks"
          icon={IconHistory}
          refusal={refusal}
          onClick={replaying.open}
        >
          Replay
        </AllowedItem>
        <AllowedItem permission="webhooks" icon={IconKey} onClick={rotating.open}>
          Rotate secret
        </AllowedItem>
        <AllowedItem
          permission="webhooks"
          icon={isEnabled ? IconPlayerPause : IconPlayerPlay}
          onClick={toggle}
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </AllowedItem>
        <AllowedItem permission="webhooks" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {isEditing && <EditEndpointDialog endpoint={endpoint} onClose={editing.close} />}
        {isReplaying && <ReplayDialog endpoint={endpoint} onClose={replaying.close} />}
        {isRotating && <RotateSecretDialog endpoint={endpoint} onClose={rotating.close} />}
        {isDeleting && <DeleteEndpoint endpoint={endpoint} onClose={deleting.close} />}
      </Suspense>
    </>
  )
}
