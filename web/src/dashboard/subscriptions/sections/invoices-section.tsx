import { useQuery } from '@tanstack/react-query'
import type { InvoiceSummary, Subscription } from '../../../api/api-types.ts'
import { invoicesQuery } from '../../../api/invoices.ts'
import { InvoiceBadge } from '../../../ui/billing/invoice-badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatPeriod } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { DueDay } from '../../invoices/list/due-day.tsx'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const SHOWN = 12

const columns = (timeZone: string): readonly Column<InvoiceSummary>[] => [
  { header: 'Number', cell: (invoice) => <InvoiceLink invoice={invoice} />, width: 160 },
  { header: 'Status', cell: ({ status }) => <InvoiceBadge status={status} />, width: 130 },
  {
    header: 'Period',
    cell: ({ periodStart: start, periodEnd: end }) => formatPeriod({ start, end }, timeZone),
    isOffPhone: true,
  },
  { header: 'Due', cell: (invoice) => <DueDay invoice={invoice} now={undefined} />, width: 130 },
  {
    header: 'Total',
    cell: ({ total, currency }) => formatAmount(total, currency),
    isFigure: true,
    width: 130,
  },
]

/** Latest invoices of the subscription. */
export function InvoicesSection({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { customerId, id: subscriptionId, timezoneInForce } = subscription
  return (
    <Section title="Invoices" about="Latest first">
      <DataTable
        name="Invoices"
        columns={columns(timezoneInForce)}
        rowKey={({ id }) => id}
        query={useQuery(
          invoicesQuery(slug, { customerId, subscriptionId, limit: SHOWN, offset: 0 }),
        )}
        pages={null}
        empty={
          <NoRows>
            No invoices yet. One is generated at the end of each billing period, as a draft until it
            is issued.
          </NoRows>
        }
      />
    </Section>
  )
}
