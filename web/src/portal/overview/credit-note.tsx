import { Text } from '@mantine/core'
import type { PortalOverview } from '../../api/api-types.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { PortalAnchor } from '../shell/portal-link.tsx'

/** Credit that will be applied to the next invoices. */
export function CreditNote({ balances }: { balances: PortalOverview['creditBalances'] }) {
  return balances.map(({ currency, amount }) => (
    <Text key={currency} size="sm" c="dimmed">
      You have {formatAmount(amount, currency)} of credit. It is applied first to your next invoice
      in {currency}.{' '}
      <PortalAnchor to="/portal/credit" underline="always">
        Your credit
      </PortalAnchor>
    </Text>
  ))
}
