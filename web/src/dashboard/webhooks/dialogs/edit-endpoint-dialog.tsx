import type { WebhookEndpoint } from '../../../api/api-types.ts'
import { updateEndpoint } from '../../../api/webhook-endpoints.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { problemsOf, toBody, valuesOf } from './endpoint-values.ts'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

export default function EditEndpointDialog({ endpoint, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const state = useApiForm({
    initial: valuesOf(endpoint),
    check: problemsOf,
    send: (values) => updateEndpoint(slug, endpoint.id, toBody(values)),
    onDone: async () => {
      await refresh()
      toast('The endpoint is saved')
      onClose()
    },
  })
  return (
    <Dialog title="Edit endpoint" isOpen onClose={onClose} size={560}>
      <ApiForm state={state} action="Save">
        <EndpointFields form={state.form} />
      </ApiForm>
    </Dialog>
  )
}
