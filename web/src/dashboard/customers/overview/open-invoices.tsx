import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InvoiceSummary } from '../../../api/api-types.ts'
import { invoicesQuery } from '../../../api/invoices.ts'
import { InvoiceBadge } from '../../../ui/billing/invoice-badge.tsx'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { dayIn, formatDay } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'

const SHOWN = 10

const columns = (timeZone: string): readonly Column<InvoiceSummary>[] => [
  { header: 'Number', cell: (invoice) => <InvoiceLink invoice={invoice} /> },
  { header: 'Status', cell: ({ status }) => <InvoiceBadge status={status} />, width: 130 },
  { header: 'Due', cell: ({ dueDate }) => formatDay(dayIn(dueDate, timeZone)), width: 130 },
  {
    header: 'Amount due',
    cell: ({ amountDue, currency }) => formatAmount(amountDue, currency),
    isFigure: true,
    width: 130,
  },
]

/** Links to the list of all invoices, which is complete and searchable. */
function AllOpen({ customerId }: { customerId: string }) {
  const { slug } = useOrganization()
  const to = (status: 'issued' | 'overdue', text: string) => (
    <AnchorLink to="/o/$slug/invoices" params={{ slug }} search={{ customerId, status }} size="sm">
      {text}
    </AnchorLink>
  )
  return (
    <Group gap="md" p="xs">
      <Text size="sm" c="dimmed">
        Shows the latest {SHOWN}.
      </Text>
      {to('issued', 'All open invoices')}
      {to('overdue', 'All overdue invoices')}
    </Group>
  )
}

/** Open invoices of the customer. */
export function OpenInvoices() {
  const { slug } = useOrganization()
  const { id: customerId, timezone } = useCustomer()
  const query = useQuery(
    invoicesQuery(slug, { customerId, status: ['issued', 'overdue'], limit: SHOWN, offset: 0 }),
  )
  return (
    <Section
      title="Open invoices"
      action={
        <AnchorLink
          to="/o/$slug/customers/$customerId/invoices"
          params={{ slug, customerId }}
          size="sm"
        >
          All invoices
        </AnchorLink>
      }
    >
      <DataTable
        name="Open invoices"
        columns={columns(timezone)}
        rowKey={({ id }) => id}
        query={query}
        pages={query.data?.hasMore && <AllOpen customerId={customerId} />}
        empty={<NoRows>No open invoices.</NoRows>}
      />
    </Section>
  )
}
