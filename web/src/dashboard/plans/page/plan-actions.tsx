import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PricingPlan } from '../../../api/api-types.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { DeletePlan } from '../delete-plan.tsx'
import { usePlanCopy, usePlanSwitch } from '../use-plans-refresh.ts'

const EditPlanDialog = lazy(() => import('./edit-plan-dialog.tsx'))

export function PlanActions({ plan }: { plan: PricingPlan }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const [isEditing, editing] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const toggle = usePlanSwitch(plan)
  const copy = usePlanCopy(plan)
  return (
    <Group gap="sm">
      <AllowedButton permission="write" variant="default" onClick={editing.open}>
        Edit
      </AllowedButton>
      <AllowedButton
        permission="write"
        variant="default"
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        Copy
      </AllowedButton>
      <AllowedButton
        permission="write"
        variant="default"
        loading={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {plan.isActive ? 'Deactivate' : 'Activate'}
      </AllowedButton>
      <RowMenu of={plan.name}>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeletePlan
        plan={plan}
        isOpen={isDeleting}
        onClose={deleting.close}
        onDeleted={() => navigate({ to: '/o/$slug/plans', params: { slug } })}
      />
      <Suspense>{isEditing && <EditPlanDialog plan={plan} onClose={editing.close} />}</Suspense>
    </Group>
  )
}
