import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { RejectionRequest } from '../../api/api-types.ts'
import { acceptRequest } from '../../api/rejection-requests.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { useOrganization } from '../session/use-organization.ts'
import { RequestFacts } from './request-facts.tsx'

type Props = { request: RejectionRequest; onClose: () => void }

/** Accepts a request of a customer: its units are rejected. */
export default function AcceptDialog({ request, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const { id, signalName } = request
  const units = unitsInWords(request.quantity)
  const state = useApiForm({
    initial: {},
    send: (_values, key) => acceptRequest(slug, id, key),
    onDone: () => {
      onClose()
      toast(`${units} rejected`)
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  return (
    <Dialog title={`Accept the request for ${signalName}`} isOpen onClose={onClose}>
      <ApiForm state={state} action={`Reject ${units}`}>
        <RequestFacts request={request} />
        <Text size="sm" c="dimmed">
          Rejected units are not billed, and their cost stays. A draft is recalculated before it is
          final. The next invoice settles what a final invoice has billed.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
