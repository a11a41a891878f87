import { Stack, Text } from '@mantine/core'
import type { Customer } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import { CustomerStatus } from './customer-status.tsx'
import { WINDOW } from './customer-texts.ts'
import { type Figures, Margin, OpenBalance, Revenue } from './figure-cells.tsx'

/** The figures of a row load after the row; `figuresOf` returns their state. */
export const customerColumns = (
  figuresOf: (customerId: string) => Figures,
): readonly Column<Customer>[] => [
  {
    header: 'Name',
    isKey: true,
    share: 25,
    sort: 'name',
    cell: (customer) => <Name customer={customer} />,
  },
  {
    header: 'Status',
    cell: ({ status }) => <CustomerStatus status={status} />,
    isOffPhone: true,
    width: 100,
  },
  {
    header: 'Email',
    share: 27,
    cell: ({ email }) => (
      <Text size="sm" truncate title={email ?? undefined}>
        {email ?? '–'}
      </Text>
    ),
    isOffPhone: true,
  },
  {
    header: 'Open balance',
    cell: ({ id }) => <OpenBalance figures={figuresOf(id)} />,
    isFigure: true,
    width: 100,
  },
  {
    header: `Earned ${WINDOW}`,
    cell: ({ id }) => <Revenue figures={figuresOf(id)} />,
    isFigure: true,
    isOffPhone: true,
    width: 100,
  },
  {
    header: `Margin ${WINDOW}`,
    cell: ({ id }) => <Margin figures={figuresOf(id)} />,
    isFigure: true,
    width: 112,
  },
  {
    header: 'Created',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (customer) => <CustomerMenu customer={customer} />,
    isOffPhone: true,
    width: 48,
  },
]

function Name({ customer: { id, name, externalId } }: { customer: Customer }) {
  return (
    <Stack gap={0}>
      <CustomerLink customerId={id} name={name} size="sm" fw={500} truncate />
      {externalId !== null && (
        <Text size="xs" c="dimmed" truncate title={externalId}>
          {externalId}
        </Text>
      )}
    </Stack>
  )
}
