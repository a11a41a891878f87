import { Text } from '@mantine/core'
import type { ReportedCosts } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatChange, formatCount } from '../../../ui/values/money.ts'

const DIFFERENCE = 2

/** Both costs of each model, and their difference; a click on a head changes the order. */
export function ReportedByModel({ costs }: { costs: ReportedCosts }) {
  return (
    <BarTable
      name="Difference by model"
      nameLabel="Model"
      columns={['Reported', 'Computed', 'Difference', 'Percent', 'Uses']}
      rows={rowsOf(costs)}
      sortedBy={{ column: DIFFERENCE, isUp: false }}
    />
  )
}

function rowsOf({ byModel, rest }: ReportedCosts): BarTableRow[] {
  const rows = byModel
    .map((row) => ({
      key: `${row.modelProvider}/${row.model}`,
      name: (
        <>
          {row.model}{' '}
          <Text span size="xs" c="dimmed">
            {row.modelProvider}
          </Text>
        </>
      ),
      value: row.difference,
      color: COLOR_OF.cost,
      sorts: [
        row.reportedCost,
        row.computedCost,
        Math.abs(row.difference),
        row.differencePercent,
        row.serviceCount,
      ],
      cells: cellsOf(row),
    }))
    .toSorted((a, b) => (b.sorts[DIFFERENCE] ?? 0) - (a.sorts[DIFFERENCE] ?? 0))
  const others = rest.byModel
  if (others.serviceCount === 0) return rows
  return [
    ...rows,
    {
      key: 'others',
      name: 'All others',
      value: others.difference,
      color: COLOR_OF.cost,
      cells: cellsOf({ ...others, differencePercent: null }),
    },
  ]
}

type Row = Pick<
  ReportedCosts,
  'reportedCost' | 'computedCost' | 'difference' | 'differencePercent' | 'serviceCount'
>

function cellsOf(row: Row) {
  const percent = row.differencePercent
  return [
    <Cost key="r" value={row.reportedCost} />,
    <Cost key="c" value={row.computedCost} />,
    <Cost key="d" value={row.difference} />,
    percent === null ? '–' : formatChange(percent),
    formatCount(row.serviceCount),
  ]
}
