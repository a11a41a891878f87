import type { Profitability } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { formatCount, formatPercent, formatRounded } from '../../../ui/values/money.ts'
import type { ProfitabilitySearch } from '../analytics-search.ts'
import { NameFilter } from '../frame/name-filter.tsx'
import { GROUPS, type GroupName, NAMELESS } from './profit-texts.ts'

type KeyRow = Profitability['byKey'][number]
type Props = {
  rows: readonly KeyRow[]
  groupBy: GroupName
  onPick: (change: Partial<ProfitabilitySearch>) => void
}

/** Margins with bars; a row in another currency has no bar. */
export function ProfitTable({ rows, groupBy, onPick }: Props) {
  return (
    <BarTable
      name={`Profitability by ${groupBy}`}
      nameLabel={GROUPS[groupBy]}
      columns={['Margin', 'Margin %', 'Revenue', 'Cost', 'Events']}
      rows={rows.map((row) => rowOf(row, groupBy, onPick))}
    />
  )
}

function rowOf(row: KeyRow, groupBy: GroupName, onPick: Props['onPick']): BarTableRow {
  const { key, name, currency, margin, marginPercent, marginNote } = row
  const unit = currency ?? 'USD'
  const filterBy = { customer: 'customerId', agent: 'agentId' } as const
  const isFilter = key !== null && (groupBy === 'customer' || groupBy === 'agent')
  return {
    key: `${key} ${currency}`,
    name: (
      <NameFilter
        name={name ?? NAMELESS[groupBy]}
        onPick={isFilter ? () => onPick({ [filterBy[groupBy]]: key }) : undefined}
      />
    ),
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
  return uncostedEvents === 0 ? text : `${text}, ${formatCount(uncostedEvents)} unknown`
}
