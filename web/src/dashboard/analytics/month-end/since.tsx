import { Text } from '@mantine/core'
import type { MonthEnd } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDays } from '../../../ui/values/dates.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { Amount, FigureTable } from './figure-table.tsx'

const PARTS = [
  ['invoiced', 'Invoices issued'],
  ['voided', 'Invoices voided'],
  ['received', 'Payments received'],
  ['refunded', 'Refunds'],
] as const

/** Everything that happened after the cut-off. It belongs to later months. */
export function SinceCutOff({ since }: { since: MonthEnd }) {
  const rows = PARTS.flatMap(([part, label]) =>
    since[part].totals.map(({ currency, count, amount }) => ({
      key: `${part} ${currency}`,
      cells: [
        label,
        currency,
        formatCount(count),
        <Amount key="amount" of={amount} currency={currency} />,
      ],
    })),
  )
  const { startDate, endDate } = since.dateRange
  return (
    <Panel
      title="Since the cut-off"
      about={`${formatDays(startDate, endDate)}. These events belong to later months.`}
    >
      {rows.length === 0 ? (
        <Text c="dimmed">There are no later events.</Text>
      ) : (
        <FigureTable
          name="Since the cut-off"
          head={['Event', 'Currency', 'Count', 'Amount']}
          texts={2}
          rows={rows}
        />
      )}
    </Panel>
  )
}
