import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Rejection } from '../../api/api-types.ts'
import { withdrawRejection } from '../../api/rejections.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'

type Props = { rejection: Rejection; onClose: () => void }

/** Withdraws a rejection: its units are billed again. */
export default function WithdrawDialog({ rejection: { eventId }, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: { reason: '' },
    send: ({ reason }, key) => {
      const text = reason.trim()
      return withdrawRejection(slug, eventId, text === '' ? {} : { reason: text }, key)
    },
    onDone: () => {
      onClose()
      toast('Rejection withdrawn')
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  return (
    <Dialog title="Withdraw rejection" isOpen onClose={onClose}>
      <ApiForm state={state} action="Withdraw rejection">
        <TextField
          form={state.form}
          name="reason"
          label="Reason"
          description="Optional, for your records."
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          Its units are billed again: on the draft, or on the next invoice. The rejection stays in
          the list.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
