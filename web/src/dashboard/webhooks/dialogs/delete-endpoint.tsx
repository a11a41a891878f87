import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { deleteEndpoint, endpointQuery } from '../../../api/webhook-endpoints.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

export default function DeleteEndpoint({ endpoint: { id, url }, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = useWebhooksRefresh()
  return (
    <ConfirmDialog
      title="Delete endpoint?"
      isOpen
      onClose={onClose}
      action="Delete endpoint"
      run={async () => {
        await deleteEndpoint(slug, id)
        toast('The endpoint is deleted')
        await navigate({ to: '/o/$slug/developers/webhooks', params: { slug } })
        queryClient.removeQueries(endpointQuery(slug, id))
        await refresh()
      }}
    >
      <Text>
        Nothing more is sent to <b>{url}</b>, and its secret is lost. To stop deliveries for a
        while, disable it instead.
      </Text>
    </ConfirmDialog>
  )
}
