import type { Profitability } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { formatCount, formatPercent, formatRounded } from '../../../ui/values/money.ts'
import type { Days } from '../frame/use-window.ts'
import { KeyLink } from './key-link.tsx'
import { GROUPS, type GroupName, NAMELESS } from './profit-texts.ts'

type KeyRow = Profitability['byKey'][number]
type Props = {
  rows: readonly KeyRow[]
  groupBy: GroupName
  days: Days
}

/** Margins with bars; a row in another currency has no bar. */
export function ProfitTable({ rows, groupBy, days }: Props) {
  return (
    <BarTable
      name={`Profitability by ${groupBy}`}
      nameLabel={GROUPS[groupBy]}
      columns={['Realised margin', 'Realised margin %', 'Realised', 'Cost', 'Events']}
      rows={rows.map((row) => rowOf(row, groupBy, days))}
    />
  )
}

function rowOf(row: KeyRow, groupBy: GroupName, days: Days): BarTableRow {
  const { key, name, currency, margin, marginPercent, marginNote } = row
  const unit = currency ?? 'USD'
  return {
    key: `${key} ${currency}`,
    name: <KeyLink of={key} name={name ?? NAMELESS[groupBy]} groupBy={groupBy} days={days} />,
    value: margin,
    cells: [
      <span key="margin" title={marginNote ?? undefined}>
        {margin === null ? '–' : formatRounded(margin, unit)}
      </span>,
      marginPercent === null ? '–' : formatPercent(marginPercent),
      formatRounded(row.revenue, unit),
      costOf(row),
      formatCount(row.eventCount),
    ],
  }
}

/** Formats a cost with the number of events that it does not include. */
function costOf({ cost, eventCount, uncostedEvents }: KeyRow): string {
  if (uncostedEvents > 0 && uncostedEvents === eventCount) return 'Unknown'
  const text = formatRounded(cost, 'USD')
  return uncostedEvents === 0 ? text : `${text}, ${formatCount(uncostedEvents)} without a cost`
}
