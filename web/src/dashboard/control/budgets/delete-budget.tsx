import { Text } from '@mantine/core'
import type { Budget } from '../../../api/api-types.ts'
import { deleteBudget } from '../../../api/budgets.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useBudgetsRefresh } from './use-budgets-refresh.ts'

type Props = { budget: Budget; isOpen: boolean; onClose: () => void }

export function DeleteBudget({ budget: { id, name }, isOpen, onClose }: Props) {
  const { slug } = useOrganization()
  const refresh = useBudgetsRefresh()
  return (
    <ConfirmDialog
      title="Delete budget?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete budget"
      run={async () => {
        await deleteBudget(slug, id)
        toast(`${name} is deleted`)
        await refresh()
      }}
    >
      <Text>
        <b>{name}</b> limits no run from now on. Past decisions keep its name and figures. To keep
        it for later, switch it off instead.
      </Text>
    </ConfirmDialog>
  )
}
