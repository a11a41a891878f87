import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CreditMovement } from '../../../api/api-types.ts'
import { creditMovementsQuery } from '../../../api/credit.ts'
import { kindInWords } from '../../../ui/billing/credit-words.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type OnSearch, useList } from '../../../ui/table/use-list.tsx'
import { useIsPhone } from '../../../ui/theme/use-is-phone.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import type { CreditSearch } from './credit-search.ts'
import { Movement } from './movement.tsx'

const COLUMNS: readonly Column<CreditMovement>[] = [
  {
    header: 'Date',
    cell: ({ bookedAt }) => <Timestamp at={bookedAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  { header: 'Change', share: 30, cell: (movement) => <Change movement={movement} /> },
  {
    header: 'Credit',
    share: 30,
    cell: (movement) => <Of movement={movement} />,
    isOffPhone: true,
  },
  {
    header: 'Amount',
    cell: ({ amount, currency }) => formatAmount(amount, currency),
    isFigure: true,
    width: 130,
  },
  {
    header: 'Balance after',
    cell: ({ balanceAfter, currency }) => formatAmount(balanceAfter, currency),
    isFigure: true,
    isOffPhone: true,
    width: 140,
  },
]

/** The grant that changed. */
function Of({ movement: { grantName, grantKind } }: { movement: CreditMovement }) {
  const kind = kindInWords(grantKind)
  if (!grantName) return kind
  return (
    <>
      <Text size="sm" truncate title={grantName}>
        {grantName}
      </Text>
      <Text size="xs" c="dimmed">
        {kind}
      </Text>
    </>
  )
}

function Change({ movement }: { movement: CreditMovement }) {
  const isPhone = useIsPhone()
  return (
    <>
      <Movement movement={movement} />
      {isPhone && (
        <Text size="xs" c="dimmed">
          <Timestamp at={movement.bookedAt} as="day" />
        </Text>
      )}
    </>
  )
}

type Props = { search: CreditSearch; onSearch: OnSearch<CreditSearch> }

/** Every change of the credit of the customer, the latest first. */
export function CreditHistory({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { id } = useCustomer()
  // It has pages of its own, next to those of the grants.
  const list = useList({ limit: search.limit, page: search.history }, ({ page, limit }, how) =>
    onSearch({ ...search, limit, history: page }, how),
  )
  const query = useQuery({
    ...creditMovementsQuery(slug, id, { page: list.page, limit: list.limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="History"
      about="Promotional credit has a balance of its own, and so has each currency."
    >
      <DataTable
        name="Credit history"
        columns={COLUMNS}
        rowKey={(movement) => movement.id}
        query={query}
        pages={list.pagesOf(query.data)}
        empty={<NoRows>The credit of this customer has not changed yet.</NoRows>}
      />
    </Section>
  )
}
