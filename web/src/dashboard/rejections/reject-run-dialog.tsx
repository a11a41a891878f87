import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { rejectRun } from '../../api/rejections.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

/** Rejects each outcome of a run that is billed. */
export default function RejectRunDialog({
  runId,
  onClose,
}: {
  runId: string
  onClose: () => void
}) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: 'Enter a reason' } : {}),
    send: ({ reason }, key) => rejectRun(slug, runId, { reason: reason.trim() }, key),
    onDone: ({ results }) => {
      onClose()
      toast(
        results.length === 1
          ? '1 outcome rejected'
          : `${formatCount(results.length)} outcomes rejected`,
      )
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  return (
    <Dialog title="Reject the outcomes of this run" isOpen onClose={onClose}>
      <ApiForm state={state} action="Reject">
        <TextField
          form={state.form}
          name="reason"
          label="Reason"
          description="Such as: the customer opened the ticket again."
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          All units of its events that are billed are rejected. They are not billed, and their cost
          stays.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
