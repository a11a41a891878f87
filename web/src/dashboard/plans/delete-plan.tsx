import { Text } from '@mantine/core'
import type { PricingPlan } from '../../api/api-types.ts'
import { deletePlan } from '../../api/plans.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { usePlansRefresh } from './use-plans-refresh.ts'

type Props = {
  plan: PricingPlan
  isOpen: boolean
  onClose: () => void
  /** Called when the page of the plan no longer exists. */
  onDeleted?: () => Promise<unknown>
}

export function DeletePlan({ plan: { id, name }, isOpen, onClose, onDeleted }: Props) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  return (
    <ConfirmDialog
      title="Delete plan?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete plan"
      run={async () => {
        await deletePlan(slug, id)
        toast(`${name} is deleted`)
        await onDeleted?.()
        await refresh()
      }}
    >
      <Text>
        <b>{name}</b> is removed from your lists. Invoices generated from it are kept. A plan with
        subscriptions that have not ended cannot be deleted; deactivate it instead.
      </Text>
    </ConfirmDialog>
  )
}
