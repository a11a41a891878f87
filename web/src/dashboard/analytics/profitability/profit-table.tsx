import type { Profitability } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { formatCost, formatCount, formatPercent, formatRounded } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import type { EventsOf } from '../../profit/signal-events.tsx'
import type { Days } from '../frame/use-window.ts'
import { KeyLink } from './key-link.tsx'
import { GROUPS, type GroupName, NAMELESS } from './profit-texts.ts'
import { useSignalAgents } from './use-signal-agents.ts'

type KeyRow = Profitability['byKey'][number]
type Props = {
  rows: readonly KeyRow[]
  groupBy: GroupName
  days: Days
  /** Filters of the rows. */
  of: EventsOf
}

/** Margins with bars; a row in another currency has no bar. */
export default function ProfitTable({ rows, groupBy, days, of }: Props) {
  const isCompared = rows.some(({ before }) => before !== null)
  const agents = useSignalAgents(rows, groupBy === 'signal', days)
  return (
    <BarTable
      name={`Profitability by ${groupBy}`}
      nameLabel={GROUPS[groupBy]}
      columns={[
        'Realised margin',
        ...(isCompared ? ['Change'] : []),
        'Realised margin %',
        'Realised',
        'Cost',
        'Events',
      ]}
      sortedBy={LOWEST_FIRST}
      rows={rows.map((row) =>
        rowOf(row, { groupBy, days, of, isCompared, agent: agents.get(row.key) }),
      )}
    />
  )
}

/** The order of the service: by margin, the lowest first. */
const LOWEST_FIRST = { column: 0, isUp: true } as const

type Shown = Pick<Props, 'groupBy' | 'days' | 'of'> & {
  isCompared: boolean
  /** The agent of a signal whose name is not unique. */
  agent: string | undefined
}

function rowOf(row: KeyRow, { groupBy, days, of, isCompared, agent }: Shown): BarTableRow {
  const { key, name, currency, margin, marginPercent, marginNote } = row
  const unit = currency ?? 'USD'
  const named = name ?? NAMELESS[groupBy]
  const shown = agent === undefined ? named : `${named} (${agent})`
  return {
    key: `${key} ${currency}`,
    name: <KeyLink of={key} name={shown} groupBy={groupBy} days={days} filters={of} />,
    value: margin,
    ...(key !== null && { sorts: sortsOf(row, isCompared) }),
    cells: [
      <span key="margin" title={marginNote ?? undefined}>
        {margin === null ? '–' : <Rounded amount={margin} currency={unit} />}
      </span>,
      ...(isCompared ? [changeOf(row)] : []),
      marginPercent === null ? '–' : formatPercent(marginPercent),
      <Rounded key="revenue" amount={row.revenue} currency={unit} />,
      costOf(row),
      formatCount(row.eventCount),
    ],
  }
}

/** Figures in the order of the columns. */
function sortsOf(row: KeyRow, isCompared: boolean): (number | null)[] {
  const { margin, before, marginPercent, revenue, cost, eventCount } = row
  const change = isCompared ? [before?.marginChange ?? null] : []
  return [margin, ...change, marginPercent, revenue, cost, eventCount]
}

/** Formats the change of the margin; the tooltip has the margin before. */
function changeOf({ before, currency }: KeyRow) {
  const unit = currency ?? 'USD'
  if (before === null || before.margin === null || before.marginChange === null) return '–'
  const text = formatRounded(before.marginChange, unit)
  return (
    <span key="change" title={`${formatCost(before.margin, unit)} before`}>
      {before.marginChange > 0 ? `+${text}` : text}
    </span>
  )
}

/** Formats a cost with the number of events that it does not include. */
function costOf({ cost, eventCount, uncostedEvents }: KeyRow) {
  if (uncostedEvents > 0 && uncostedEvents === eventCount) return NO_COST_YET
  const lacking = uncostedEvents === 0 ? '' : `, ${formatCount(uncostedEvents)} without a cost`
  return (
    <span key="cost">
      <Rounded amount={cost} />
      {lacking}
    </span>
  )
}
