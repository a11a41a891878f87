import { Stack, Text } from '@mantine/core'
import type { PaymentWithInvoice } from '../../api/api-types.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { useIsPhone } from '../../ui/theme/use-is-phone.ts'
import { formatAmount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { InvoiceLink } from '../links/invoice-link.tsx'
import { PAYMENT_METHODS, PAYMENT_STATES } from '../links/payment-words.ts'
import { PaymentMenu } from './payment-menu.tsx'

type Props = { payment: PaymentWithInvoice }

export const PAYMENT_COLUMNS: readonly Column<PaymentWithInvoice>[] = [
  {
    header: 'Invoice',
    isKey: true,
    cell: ({ invoiceId: id, invoiceNumber }) => <InvoiceLink invoice={{ id, invoiceNumber }} />,
  },
  {
    header: 'Date',
    sort: 'date',
    isTime: true,
    isOffPhone: true,
    cell: ({ paidAt, createdAt }) => <Timestamp at={paidAt ?? createdAt} as="bare" />,
  },
  {
    header: 'Customer',
    share: 20,
    cell: ({ customerId, customerName }) => (
      <CustomerLink
        customerId={customerId}
        name={customerName}
        size="sm"
        display="block"
        truncate
      />
    ),
  },
  {
    header: 'Amount',
    isKey: true,
    sort: 'amount',
    cell: (payment) => <Amount payment={payment} />,
    isFigure: true,
  },
  {
    header: 'Method',
    share: 18,
    isOffPhone: true,
    cell: ({ method, reference }) => (
      <Stack gap={0}>
        <Text size="sm">{PAYMENT_METHODS[method]}</Text>
        {reference !== null && (
          <Text size="xs" c="dimmed" truncate title={reference}>
            {reference}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'Status',
    share: 14,
    isOffPhone: true,
    cell: ({ status, failureReason }) => (
      <>
        <StateBadge {...PAYMENT_STATES[status]} />
        {failureReason !== null && (
          <Text size="xs" c="dimmed" truncate title={failureReason}>
            {failureReason}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Refunded',
    isFigure: true,
    isOffPhone: true,
    cell: ({ amountRefunded, currency }) =>
      amountRefunded === 0 ? '–' : formatAmount(amountRefunded, currency),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    width: 48,
    cell: (payment) => <PaymentMenu payment={payment} />,
  },
]

/** On a phone, which has no column of states, a payment that failed or was refunded says so. */
function Amount({ payment: { amount, amountRefunded, currency, status } }: Props) {
  const isPhone = useIsPhone()
  return (
    <>
      {formatAmount(amount, currency)}
      {isPhone && status !== 'succeeded' && (
        <div>
          <StateBadge {...PAYMENT_STATES[status]} />
        </div>
      )}
      {isPhone && amountRefunded !== 0 && (
        <Text size="xs" c="dimmed">
          {formatAmount(amountRefunded, currency)} refunded
        </Text>
      )}
    </>
  )
}
