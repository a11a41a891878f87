import { Stack, Text } from '@mantine/core'
import type { MarginModel } from '../../api/api-types.ts'
import type { Days } from '../../api/figures.ts'
import { BarTable, type BarTableRow } from '../../ui/charts/bar-table.tsx'
import { formatCount, formatPart, formatRounded } from '../../ui/values/money.ts'
import { Change } from './change.tsx'
import { KnownCost } from './known-cost.tsx'
import { type EventsOf, SignalEvents } from './signal-events.tsx'
import { signalNameIn } from './signal-name.ts'

type Props = {
  models: readonly MarginModel[]
  /** Cost that is of no listed model. */
  rest: number
  days: Days
  of: EventsOf
}

/** Cost of each model by signal, the highest first. */
export function ModelTable({ models, rest, days, of }: Props) {
  return (
    <BarTable
      name="Cost by model"
      nameLabel="Model"
      columns={['Cost', 'Change of cost', 'Units', 'Events']}
      sortedBy={{ column: 0, isUp: false }}
      rows={[...models.map((one) => rowOf(one, { days, of, models })), ...restRows(rest)]}
    />
  )
}

function rowOf(one: MarginModel, { days, of, models }: Omit<Props, 'rest'>): BarTableRow {
  const { provider, model, signalId, cost, costBefore, costChange } = one
  // An event with several models counts for each of them until all have a cost.
  const known = cost === 0 && one.uncostedEvents > 0 ? null : cost
  return {
    key: `${provider}/${model} ${signalId}`,
    name: (
      <Stack gap={0}>
        <Text inherit truncate title={`${model} of ${provider}`}>
          {model}
        </Text>
        <Text size="xs" span>
          <SignalEvents
            days={days}
            of={of}
            signalId={signalId}
            name={signalNameIn(models, one) ?? ''}
          />
        </Text>
      </Stack>
    ),
    value: known,
    sorts: [known, costChange, one.quantity, one.eventCount],
    cells: [
      <KnownCost key="cost" cost={known} uncostedEvents={one.uncostedEvents} />,
      <Change key="change" amount={costChange} before={costBefore} />,
      <Part key="units" value={one.quantity} />,
      <Part key="events" value={one.eventCount} />,
    ],
  }
}

/** A share with one decimal; the tooltip has all. */
function Part({ value }: { value: number }) {
  return <span title={formatCount(value)}>{formatPart(value)}</span>
}

function restRows(rest: number): BarTableRow[] {
  if (rest === 0) return []
  return [
    {
      key: 'rest',
      name: 'Other costs',
      value: rest,
      cells: [formatRounded(rest, 'USD'), '–', '–', '–'],
    },
  ]
}
