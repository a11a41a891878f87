import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconReplace } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { CostRate } from '../../api/api-types.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { modelInWords } from './cost-rate-in-words.ts'
import { valuesOf } from './cost-rate-values.ts'
import { WithdrawCostRate } from './withdraw-cost-rate.tsx'

const SetCostRateDialog = lazy(() => import('./set-cost-rate-dialog.tsx'))

export function CostRateMenu({ rate }: { rate: CostRate }) {
  const [isReplacing, replacing] = useDisclosure()
  const [isWithdrawing, withdrawing] = useDisclosure()
  const refusal = refusalOf(rate)
  return (
    <>
      <RowMenu of={modelInWords(rate)}>
        <AllowedItem permission="cost_rates" icon={IconReplace} onClick={replacing.open}>
          Replace
        </AllowedItem>
        <AllowedItem
          permission="cost_rates"
          refusal={refusal}
          icon={IconArrowBackUp}
          onClick={withdrawing.open}
        >
          Withdraw
        </AllowedItem>
      </RowMenu>
      <WithdrawCostRate rate={rate} isOpen={isWithdrawing} onClose={withdrawing.close} />
      <Suspense>
        {isReplacing && (
          <SetCostRateDialog
            title="Replace cost rate"
            known={valuesOf(rate)}
            onClose={replacing.close}
          />
        )}
      </Suspense>
    </>
  )
}

function refusalOf({ withdrawnAt, costAllocationId }: CostRate): string | undefined {
  if (withdrawnAt !== null) return 'It is withdrawn'
  return costAllocationId === null ? undefined : 'End its allocation instead'
}
