import { Text } from '@mantine/core'
import type { ReportedCosts } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { Cost } from '../../../ui/values/cost.tsx'
import { formatChange, formatCount } from '../../../ui/values/money.ts'

/** First, because a negative first figure is red, like its bar. */
const DIFFERENCE = 0

/** Both costs of each model, and their difference; a click on a head changes the order. */
export function ReportedByModel({ costs }: { costs: ReportedCosts }) {
  return (
    <BarTable
      name="Difference by model"
      nameLabel="Model"
      columns={['Difference', 'Percent', 'Reported', 'Computed', 'Uses']}
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
      value: isUnknown(row) ? null : row.difference,
      color: COLOR_OF.cost,
      sorts: [
        isUnknown(row) ? null : Math.abs(row.difference),
        row.differencePercent,
        row.reportedCost,
        isUnknown(row) ? null : row.computedCost,
        row.serviceCount,
      ],
      cells: cellsOf(row),
    }))
    .toSorted((a, b) => (b.sorts[DIFFERENCE] ?? -1) - (a.sorts[DIFFERENCE] ?? -1))
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
  | 'reportedCost'
  | 'computedCost'
  | 'difference'
  | 'differencePercent'
  | 'serviceCount'
  | 'uncomputedCount'
>

/** True if no use of the model has a computed cost. */
const isUnknown = ({ serviceCount, uncomputedCount }: Row) => serviceCount === uncomputedCount

function cellsOf(row: Row) {
  const percent = row.differencePercent
  return [
    isUnknown(row) ? '–' : <Cost key="d" value={row.difference} />,
    percent === null ? '–' : formatChange(percent),
    <Cost key="r" value={row.reportedCost} />,
    <Cost key="c" value={isUnknown(row) ? null : row.computedCost} />,
    formatCount(row.serviceCount),
  ]
}
