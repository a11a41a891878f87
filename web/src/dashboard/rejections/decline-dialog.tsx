import { useQueryClient } from '@tanstack/react-query'
import type { RejectionRequest } from '../../api/api-types.ts'
import { declineRequest } from '../../api/rejection-requests.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextAreaField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { RequestFacts } from './request-facts.tsx'

type Props = { request: RejectionRequest; onClose: () => void }

/** Declines a request of a customer: the outcome stays billed, and the customer sees the reason. */
export default function DeclineDialog({ request, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, signalName } = request
  const state = useApiForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
    send: ({ reason }, key) => declineRequest(slug, id, { reason: reason.trim() }, key),
    onDone: () => {
      onClose()
      toast('Request declined')
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  return (
    <Dialog title={`Decline the request for ${signalName}`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Decline">
        <RequestFacts request={request} />
        <TextAreaField
          form={state.form}
          name="reason"
          label="Reason"
          description="The customer sees it in the portal. The outcome stays billed."
          autosize
          minRows={2}
          data-autofocus
        />
      </ApiForm>
    </Dialog>
  )
}
