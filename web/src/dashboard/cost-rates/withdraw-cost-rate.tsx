import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CostRate } from '../../api/api-types.ts'
import { withdrawCostRate } from '../../api/cost-rates.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { modelInWords, priceInWords } from './cost-rate-in-words.ts'

type Props = { rate: CostRate; isOpen: boolean; onClose: () => void }

export function WithdrawCostRate({ rate, isOpen, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const name = modelInWords(rate)
  return (
    <ConfirmDialog
      title="Withdraw cost rate?"
      isOpen={isOpen}
      onClose={onClose}
      action="Withdraw rate"
      run={async () => {
        await withdrawCostRate(slug, rate.id)
        toast(`The rate of ${name} is withdrawn`)
        await queryClient.invalidateQueries({ queryKey: [slug] })
      }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <b>{name}</b>: <b>{priceInWords(rate)}</b> no longer prices new usage. The rate that it
        replaced applies again, or else the catalog price; without either, new usage waits for a
        price.
      </Text>
      <Text>Events that it priced keep their costs, and the rate stays in the list.</Text>
    </ConfirmDialog>
  )
}
