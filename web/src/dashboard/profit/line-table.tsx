import { Stack, Text } from '@mantine/core'
import type { MarginBreakdown, MarginLine } from '../../api/api-types.ts'
import type { Days } from '../../api/figures.ts'
import { BarTable, type BarTableRow } from '../../ui/charts/bar-table.tsx'
import { formatCount, formatRounded } from '../../ui/values/money.ts'
import { Rounded } from '../../ui/values/rounded.tsx'
import { Change } from './change.tsx'
import { Coverage } from './coverage.tsx'
import { KnownCost } from './known-cost.tsx'
import { type EventsOf, SignalEvents } from './signal-events.tsx'
import { signalNameIn } from './signal-name.ts'

type Props = Pick<MarginBreakdown, 'lines' | 'rest'> & {
  days: Days
  of: EventsOf
  /** Names the plan of a line where lines of several plans are listed. */
  isPlanNamed: boolean
}

/** Revenue, cost and margin by signal and fee. */
export function LineTable({ lines, rest, ...of }: Props) {
  return (
    <BarTable
      name="Margin by signal and fee"
      nameLabel="Signal or fee"
      columns={['Margin', 'Earned', 'Cost', 'Change of cost', 'Units', 'Events']}
      rows={[...lines.map((line) => rowOf(line, { ...of, lines })), ...restRows(rest.lines)]}
    />
  )
}

function rowOf(line: MarginLine, { days, of, isPlanNamed, lines }: Omit<Props, 'rest'>) {
  const { planId, planName, agentId, signalId, currency, margin, marginNote } = line
  const unit = currency ?? 'USD'
  const cost = knownCost(line)
  const name = signalNameIn(lines, line) ?? (line.line === 'seat_based' ? 'Seats' : 'Fee')
  const shown = isPlanNamed && planName !== null ? `${name} · ${planName}` : name
  const row: BarTableRow = {
    key: [planId, agentId, signalId, line.line, currency].join(' '),
    name: (
      <Stack gap={0}>
        {signalId === null ? (
          <Text inherit truncate title={shown}>
            {shown}
          </Text>
        ) : (
          <SignalEvents days={days} of={of} signalId={signalId} name={shown} />
        )}
        <Coverage line={line} />
      </Stack>
    ),
    value: margin,
    sorts: [
      margin,
      line.revenue,
      cost,
      line.costChange,
      line.line === 'signal' ? line.quantity : null,
      line.line === 'signal' ? line.eventCount : null,
    ],
    cells: [
      <span key="margin" title={marginNote ?? undefined}>
        {margin === null ? '–' : <Rounded amount={margin} currency={unit} />}
      </span>,
      <Rounded key="revenue" amount={line.revenue} currency={unit} />,
      <KnownCost key="cost" cost={cost} uncostedEvents={line.uncostedEvents} />,
      <Change key="change" amount={line.costChange} before={line.before.cost} />,
      line.line === 'signal' ? formatCount(line.quantity) : '–',
      line.line === 'signal' ? formatCount(line.eventCount) : '–',
    ],
  }
  return row
}

/** Unknown, not zero, if no event of the line has a cost yet. */
const knownCost = ({ cost, eventCount, uncostedEvents }: MarginLine): number | null =>
  uncostedEvents > 0 && uncostedEvents === eventCount ? null : cost

/** Days have ten decimals, so that the lines of a month may add up to a little more or less than its total. */
const DUST = 0.000_001

/** Lines that are not listed, by currency; nothing if all are. */
function restRows({ cost, eventCount, byCurrency }: Props['rest']['lines']): BarTableRow[] {
  const earned = byCurrency.filter(({ revenue }) => Math.abs(revenue) > DUST)
  if (eventCount === 0 && earned.length === 0) return []
  const revenues = earned.map(({ currency, revenue }) => formatRounded(revenue, currency))
  const cells = ['–', revenues.join(' and ') || '–', formatRounded(cost, 'USD'), '–', '–']
  return [
    { key: 'rest', name: 'All others', value: null, cells: [...cells, formatCount(eventCount)] },
  ]
}
