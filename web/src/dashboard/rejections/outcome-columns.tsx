import { Text } from '@mantine/core'
import type { Rejection } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { CustomerLink } from '../links/customer-link.tsx'

/** What rejections and requests of customers say of an outcome. */
type Outcome = Pick<
  Rejection,
  'customerId' | 'customerExternalId' | 'agentName' | 'signalName' | 'quantity' | 'reason'
>

const short = (text: string) => (
  <Text size="sm" truncate title={text}>
    {text}
  </Text>
)

export const OUTCOME_COLUMNS: readonly Column<Outcome>[] = [
  {
    header: 'Customer',
    share: 18,
    isOffPhone: true,
    cell: ({ customerId, customerExternalId }) => (
      <CustomerLink
        customerId={customerId}
        name={customerExternalId ?? 'Customer'}
        size="sm"
        display="block"
        truncate
      />
    ),
  },
  { header: 'Agent', share: 14, isOffPhone: true, cell: ({ agentName }) => short(agentName) },
  { header: 'Signal', share: 14, cell: ({ signalName }) => short(signalName) },
  {
    header: 'Units',
    isFigure: true,
    isOffPhone: true,
    cell: ({ quantity }) => formatCount(quantity),
  },
  { header: 'Reason', share: 28, isOffPhone: true, cell: ({ reason }) => short(reason) },
]
