import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { CreditGrant } from '../../../api/api-types.ts'
import { expireCreditGrant } from '../../../api/credit.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { formatAmount } from '../../../ui/values/money.ts'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

export function GrantMenu({ grant }: { grant: CreditGrant }) {
  const { slug } = useOrganization()
  const { name: customer } = useCustomer()
  const queryClient = useQueryClient()
  const [isExpiring, expiring] = useDisclosure()
  const { id, customerId, name, status, left, currency } = grant
  const amount = formatAmount(left, currency)
  return (
    <>
      <RowMenu of={name}>
        <AllowedItem
          permission="refund"
          icon={IconClockX}
          refusal={REFUSALS[status]}
          onClick={expiring.open}
        >
          Expire now
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="Expire this credit now?"
        isOpen={isExpiring}
        onClose={expiring.close}
        action={`Expire ${amount}`}
        run={async () => {
          await expireCreditGrant(slug, customerId, id)
          toast(`${amount} of ${name} is expired`)
          await queryClient.invalidateQueries({ queryKey: [slug] })
        }}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          {customer} loses the <b>{amount}</b> that is left of <b>{name}</b>. No invoice uses it any
          more, and it cannot be taken back: to give it again, grant new credit.
        </Text>
      </ConfirmDialog>
    </>
  )
}

const REFUSALS = {
  scheduled: undefined,
  active: undefined,
  used: 'Nothing is left of it',
  expired: 'It has expired',
} as const satisfies Record<CreditGrant['status'], string | undefined>
