import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WebhookEndpoint } from '../../api/api-types.ts'
import { testEndpoint, updateEndpoint } from '../../api/webhook-endpoints.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { newKey } from '../../ui/forms/new-key.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useWebhooksRefresh } from './use-webhooks-refresh.ts'

/** Disables an endpoint, or enables it again. */
export function useEndpointSwitch({ id, status }: WebhookEndpoint) {
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const to = status === 'enabled' ? 'disabled' : 'enabled'
  return useMutation({
    mutationFn: () => updateEndpoint(slug, id, { status: to }),
    onSuccess: () =>
      toast(
        to === 'enabled'
          ? 'The endpoint is enabled. Replay what it missed'
          : 'The endpoint is disabled. Nothing more is sent to it',
      ),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

/** Sends a test announcement, and opens its delivery. */
export function useEndpointTest(endpointId: string) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const refresh = useWebhooksRefresh()
  return useMutation({
    mutationFn: () => testEndpoint(slug, { endpointId, key: newKey() }),
    onSuccess: ({ id }) =>
      navigate({
        to: '/o/$slug/developers/webhooks/$endpointId',
        params: { slug, endpointId },
        search: { delivery: id },
        resetScroll: false,
      }),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}

/** Reason why nothing can be sent to an endpoint, for every role. */
export const refusalToSend = ({ status }: WebhookEndpoint): string | undefined =>
  status === 'enabled' ? undefined : 'Enable the endpoint first'
