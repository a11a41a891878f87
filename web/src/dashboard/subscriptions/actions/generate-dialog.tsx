import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { generateInvoice } from '../../../api/invoices.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { currentPeriodOf } from '../subscription-dates.tsx'
import type { DialogProps } from './use-change.ts'

/** Makes the draft of the present period before its end, and leads to it. */
export default function GenerateDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id: subscriptionId, customerId, currentPeriod } = subscription
  const state = useApiForm({
    initial: { subscriptionId, customerId },
    send: (ids, key) => generateInvoice(slug, ids, key),
    onDone: async ({ id: invoiceId, invoiceNumber }) => {
      void queryClient.invalidateQueries({ queryKey: [slug] })
      onClose()
      await navigate({ to: '/o/$slug/invoices/$invoiceId', params: { slug, invoiceId } })
      toast(`Draft ${invoiceNumber} is made`)
    },
  })
  return (
    <Dialog title={`Generate an invoice of ${subscription.name}?`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Generate invoice">
        <Text>
          {currentPeriod === null
            ? 'Makes the draft of its last period, or of what is left to bill.'
            : `Makes the draft of ${currentPeriodOf(subscription)}, with the usage so far. While it is a draft, it is computed again as usage comes in.`}
        </Text>
      </ApiForm>
    </Dialog>
  )
}
