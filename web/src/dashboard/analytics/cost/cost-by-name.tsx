import { Text } from '@mantine/core'
import type { CostAnalytics } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { COLOR_OF } from '../../../ui/charts/series-colors.ts'
import { formatCount } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import type { CostSearch } from '../analytics-search.ts'
import { NameFilter } from '../frame/name-filter.tsx'

type Group = 'model' | 'agent' | 'customer'
type Props = {
  cost: CostAnalytics
  groupBy: Group
  onPick: (change: Partial<CostSearch>) => void
}

const HEADS = {
  model: ['Model', 'Times used'],
  agent: ['Agent', 'Events'],
  customer: ['Customer', 'Events'],
} as const

/** Costs by name, with bars. */
export function CostByName({ cost, groupBy, onPick }: Props) {
  const [nameLabel, counted] = HEADS[groupBy]
  return (
    <BarTable
      name={`Cost by ${groupBy}`}
      nameLabel={nameLabel}
      columns={['Cost', counted, 'Without a cost']}
      rows={rowsOf(cost, groupBy, onPick)}
    />
  )
}

type Sums = { totalCost: number; uncostedEvents: number }

function rowsOf(cost: CostAnalytics, groupBy: Group, onPick: Props['onPick']): BarTableRow[] {
  switch (groupBy) {
    case 'model':
      return cost.byModel.map((row) => ({
        key: `${row.modelProvider}/${row.model}`,
        name: (
          <>
            {row.model}{' '}
            <Text span size="xs" c="dimmed">
              {row.modelProvider}
            </Text>
          </>
        ),
        ...figuresOf(row, row.serviceCount, row.totalCost === 0 && row.uncostedEvents > 0),
      }))
    case 'agent': {
      const rows = cost.byAgent.map((row) => ({
        key: row.agentId,
        name: <NameFilter name={row.agentName} onPick={() => onPick({ agentId: row.agentId })} />,
        ...figuresOf(row, row.eventCount, row.eventCount === row.uncostedEvents),
      }))
      return [...rows, ...othersOf(cost.rest.byAgent)]
    }
    case 'customer': {
      const rows = cost.byCustomer.map((row) => ({
        key: row.customerId,
        name: (
          <NameFilter
            name={row.customerName}
            onPick={() => onPick({ customerId: row.customerId })}
          />
        ),
        ...figuresOf(row, row.eventCount, row.eventCount === row.uncostedEvents),
      }))
      return [...rows, ...othersOf(cost.rest.byCustomer)]
    }
  }
}

/** Returns a row for everything not listed, or none if only a rounding difference remains. */
function othersOf(rest: CostAnalytics['rest']['byCustomer']): BarTableRow[] {
  if (rest.eventCount === 0) return []
  const isUnknown = rest.eventCount === rest.uncostedEvents
  const { sorts: _sorts, ...figures } = figuresOf(rest, rest.eventCount, isUnknown)
  return [{ key: 'others', name: 'All others', ...figures }]
}

function figuresOf({ totalCost, uncostedEvents }: Sums, count: number, isUnknown: boolean) {
  return {
    sorts: [isUnknown ? null : totalCost, count, uncostedEvents],
    value: isUnknown ? null : totalCost,
    color: COLOR_OF.cost,
    cells: [
      isUnknown ? NO_COST_YET : <Rounded key="cost" amount={totalCost} />,
      formatCount(count),
      uncostedEvents === 0 ? '–' : formatCount(uncostedEvents),
    ],
  }
}
