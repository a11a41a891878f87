import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewWebhookEndpoint } from '../../../api/api-types.ts'
import { createEndpoint } from '../../../api/webhook-endpoints.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useWebhooksRefresh } from '../use-webhooks-refresh.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { NO_ENDPOINT, problemsOf, toBody } from './endpoint-values.ts'
import { NewSecret } from './new-secret.tsx'

/** Adds an endpoint, shows its secret once, and leads to its page. */
export default function AddEndpointDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const refresh = useWebhooksRefresh()
  const navigate = useNavigate()
  const [added, setAdded] = useState<NewWebhookEndpoint>()
  const state = useApiForm({
    initial: NO_ENDPOINT,
    check: problemsOf,
    send: (values, key) => createEndpoint(slug, toBody(values), key),
    onDone: (endpoint) => {
      setAdded(endpoint)
      void refresh()
    },
  })
  if (added) {
    const open = () => {
      onClose()
      void navigate({
        to: '/o/$slug/developers/webhooks/$endpointId',
        params: { slug, endpointId: added.id },
      })
    }
    return <NewSecret title="Endpoint added" secret={added.secret} onClose={open} />
  }
  return (
    <Dialog title="Add endpoint" isOpen onClose={onClose} size={560}>
      <ApiForm state={state} action="Add endpoint">
        <EndpointFields form={state.form} />
      </ApiForm>
    </Dialog>
  )
}
