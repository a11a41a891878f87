import { Text } from '@mantine/core'
import { updateSubscription } from '../../../api/subscriptions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatDay } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type DialogProps, useChange } from './use-change.ts'

/** Starts a future subscription today. */
export default function StartDialog({ subscription, onClose }: DialogProps) {
  const { slug } = useOrganization()
  const change = useChange()
  const state = useApiForm({
    initial: {},
    send: () => updateSubscription(slug, subscription.id, { status: 'active' }),
    onDone: (after) => {
      change(after, `${after.name} has started`)
      onClose()
    },
  })
  return (
    <Dialog title={`Start ${subscription.name} now?`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Start now">
        <Text>
          It starts today instead of {formatDay(subscription.startDate)}, and its billing periods
          are counted from today.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
