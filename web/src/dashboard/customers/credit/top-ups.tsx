import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TopUp } from '../../../api/api-types.ts'
import { topUpsQuery } from '../../../api/credit.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { formatAmount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { InvoiceLink } from '../../links/invoice-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { CreditSearch } from './credit-search.ts'

const STATES = {
  open: { tone: 'waiting', label: 'Open' },
  pending: { tone: 'waiting', label: 'Pending' },
  paid: { tone: 'good', label: 'Paid' },
  failed: { tone: 'bad', label: 'Failed' },
  refunded: { tone: 'over', label: 'Refunded' },
} as const satisfies Record<TopUp['status'], { tone: string; label: string }>

const METHODS = {
  checkout: 'Payment page',
  saved: 'Saved card',
  auto: 'Automatic',
} as const satisfies Record<TopUp['method'], string>

const COLUMNS: readonly Column<TopUp>[] = [
  { header: 'Invoice', share: 30, cell: (topUp) => <InvoiceLink invoice={topUp} /> },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 120 },
  { header: 'Payment', cell: ({ method }) => METHODS[method], isOffPhone: true, width: 130 },
  {
    header: 'Issued',
    cell: ({ issuedAt }) => <Timestamp at={issuedAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Amount',
    cell: ({ amount, currency }) => formatAmount(amount, currency),
    isFigure: true,
    width: 130,
  },
]

type Props = { search: CreditSearch; onSearch: OnSearch<CreditSearch> }

/** Top-ups of the customer; nothing until there is one. */
export function TopUps({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  // They have pages of their own, next to those of the grants.
  const list = useList({ limit: search.limit, page: search.topUps }, ({ page, limit }, how) =>
    onSearch({ ...search, limit, topUps: page }, how),
  )
  const query = useQuery({
    ...topUpsQuery(slug, id, { page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  if (query.data?.totalResults === 0) return null
  return (
    <Section title="Top-ups">
      <DataTable
        name="Top-ups"
        columns={COLUMNS}
        rowKey={(topUp) => topUp.id}
        query={query}
        pages={list.pagesOf(query.data)}
        empty={null}
      />
    </Section>
  )
}
