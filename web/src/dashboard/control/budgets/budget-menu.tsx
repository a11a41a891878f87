import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Budget } from '../../../api/api-types.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { DeleteBudget } from './delete-budget.tsx'
import { useBudgetSwitch } from './use-budgets-refresh.ts'

const EditBudgetDialog = lazy(() => import('./edit-budget-dialog.tsx'))

export function BudgetMenu({ budget }: { budget: Budget }) {
  const [isEditing, editing] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { mutate: toggle } = useBudgetSwitch(budget)
  return (
    <>
      <RowMenu of={budget.name}>
        <AllowedItem permission="budgets" icon={IconPencil} onClick={editing.open}>
          Edit
        </AllowedItem>
        <AllowedItem
          permission="budgets"
          icon={budget.isActive ? IconPlayerStop : IconRestore}
          onClick={toggle}
        >
          {budget.isActive ? 'Switch off' : 'Switch on'}
        </AllowedItem>
        <AllowedItem permission="budgets" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeleteBudget budget={budget} isOpen={isDeleting} onClose={deleting.close} />
      <Suspense>
        {isEditing && <EditBudgetDialog budget={budget} onClose={editing.close} />}
      </Suspense>
    </>
  )
}
