import { useDisclosure } from '@mantine/hooks'
import { IconCalendarOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { CostAllocation } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'

const EndAllocationDialog = lazy(() => import('./end-allocation-dialog.tsx'))

export function AllocationMenu({ allocation }: { allocation: CostAllocation }) {
  const [isEnding, ending] = useDisclosure()
  return (
    <>
      <RowMenu of={allocation.model}>
        <AllowedItem permission="cost_rates" icon={IconCalendarOff} onClick={ending.open}>
          End
        </AllowedItem>
      </RowMenu>
      <Suspense>
        {isEnding && <EndAllocationDialog allocation={allocation} onClose={ending.close} />}
      </Suspense>
    </>
  )
}
