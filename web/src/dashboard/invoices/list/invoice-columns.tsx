import { Box, Checkbox, Text } from '@mantine/core'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { InvoiceBadge } from '../../../ui/billing/invoice-badge.tsx'
import { subjectOf, TOP_UP } from '../../../ui/billing/invoice-kinds.ts'
import type { Column } from '../../../ui/table/column.ts'
import { dayIn, formatDay } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { CustomerLink } from '../../links/customer-link.tsx'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { DueDay } from './due-day.tsx'

type Known = {
  now: Date | undefined
  /** The customer is then below the number, where its name has room. */
  isPhone: boolean
}

export const INVOICE_COLUMNS = ({ now, isPhone }: Known): readonly Column<InvoiceSummary>[] => [
  {
    header: 'Number',
    isKey: true,
    ...(isPhone && { share: 1 }),
    cell: (invoice) => (
      <>
        <InvoiceLink invoice={invoice} />
        {isPhone && (
          // Room to touch one of the two links.
          <Box mt="xs">
            <Customer of={invoice} size="xs" />
            {invoice.kind === 'top_up' && (
              <Text size="xs" c="dimmed">
                {TOP_UP}
              </Text>
            )}
          </Box>
        )}
      </>
    ),
  },
  {
    header: 'Customer',
    share: 34,
    isOffPhone: true,
    cell: (invoice) => <Customer of={invoice} size="sm" />,
  },
  { header: 'Status', cell: ({ status }) => <InvoiceBadge status={status} /> },
  {
    header: 'Period',
    cell: (invoice) => subjectOf(invoice, invoice.timezone),
    isOffPhone: true,
  },
  {
    header: 'Issued',
    sort: 'issueDate',
    cell: ({ status, issueDate, timezone }) =>
      status === 'draft' || status === 'pending' ? '–' : formatDay(dayIn(issueDate, timezone)),
    isOffPhone: true,
  },
  {
    header: 'Due',
    sort: 'dueDate',
    cell: (invoice) => <DueDay invoice={invoice} now={now} />,
    isOffPhone: true,
  },
  {
    header: 'Total',
    isKey: true,
    sort: 'total',
    cell: ({ total, currency }) => formatAmount(total, currency),
    isFigure: true,
  },
  {
    header: 'Amount due',
    sort: 'amountDue',
    cell: ({ status, amountDue, currency }) =>
      status === 'draft' ? '–' : formatAmount(amountDue, currency),
    isFigure: true,
    isOffPhone: true,
  },
]

function Customer({ of, size }: { of: InvoiceSummary; size: 'xs' | 'sm' }) {
  return (
    <CustomerLink
      customerId={of.customerId}
      name={of.customerName}
      size={size}
      display="block"
      truncate
    />
  )
}

/** The checkbox column, which comes first. */
export const selectColumn = (
  selected: ReadonlySet<string>,
  toggle: (id: string) => void,
): Column<InvoiceSummary> => ({
  header: 'Select',
  isHeaderHidden: true,
  isOffPhone: true,
  width: 36,
  cell: ({ id, invoiceNumber }) => (
    <Checkbox
      size="xs"
      aria-label={`Select ${invoiceNumber}`}
      checked={selected.has(id)}
      onChange={() => toggle(id)}
    />
  ),
})
