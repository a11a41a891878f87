import { Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PortalBudget } from '../../api/api-types.ts'
import { deletePortalBudget, portalBudgetsQuery, updatePortalBudget } from '../../api/portal.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { limitInWords, usedInWords } from './budget-words.ts'
import classes from './budgets.module.css'

const BudgetForm = lazy(() => import('./budget-form.tsx'))

/** A limit with what is used of it, and its actions. */
export function BudgetRow({ budget }: { budget: PortalBudget }) {
  const { id, name, isActive } = budget
  const queryClient = useQueryClient()
  const [isEditing, editing] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const refresh = () => queryClient.invalidateQueries(portalBudgetsQuery)
  const toggle = useMutation({
    mutationFn: () => updatePortalBudget(id, { isActive: !isActive }),
    onSuccess: refresh,
  })
  const Switch = isActive ? IconPlayerStop : IconRestore
  if (isEditing) {
    return (
      <li data-form>
        <Suspense>
          <BudgetForm budget={budget} onClose={editing.close} />
        </Suspense>
      </li>
    )
  }
  return (
    <li>
      <div className={classes.what}>
        <Text fw={500} component="bdi" display="block">
          {name}
        </Text>
        <Text size="sm">{limitInWords(budget)}</Text>
        <Text size="sm" c="dimmed">
          {usedInWords(budget)}
        </Text>
        {toggle.error && <Problem error={toggle.error} />}
      </div>
      <RowMenu of={name}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={editing.open}>
          Change
        </Menu.Item>
        <Menu.Item
          leftSection={<Switch size={16} aria-hidden />}
          disabled={toggle.isPending}
          onClick={() => toggle.mutate()}
        >
          {isActive ? 'Switch off' : 'Switch on'}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <ConfirmDialog
        title="Delete this limit?"
        isOpen={isDeleting}
        onClose={deleting.close}
        action="Delete limit"
        run={async () => {
          await deletePortalBudget(id)
          await refresh()
        }}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          <b>{name}</b> stops nothing from now on.
        </Text>
      </ConfirmDialog>
    </li>
  )
}
