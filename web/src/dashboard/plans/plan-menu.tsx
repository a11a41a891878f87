import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconCopy, IconRestore, IconTrash } from '@tabler/icons-react'
import type { PricingPlan } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { DeletePlan } from './delete-plan.tsx'
import { usePlanCopy, usePlanSwitch } from './use-plans-refresh.ts'

export function PlanMenu({ plan }: { plan: PricingPlan }) {
  const [isDeleting, deleting] = useDisclosure()
  const { mutate: toggle } = usePlanSwitch(plan)
  const { mutate: copy } = usePlanCopy(plan)
  return (
    <>
      <RowMenu of={plan.name}>
        <AllowedItem permission="write" icon={IconCopy} onClick={copy}>
          Copy
        </AllowedItem>
        <AllowedItem
          permission="write"
          icon={plan.isActive ? IconArchive : IconRestore}
          onClick={toggle}
        >
          {plan.isActive ? 'Deactivate' : 'Activate'}
        </AllowedItem>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <DeletePlan plan={plan} isOpen={isDeleting} onClose={deleting.close} />
    </>
  )
}
