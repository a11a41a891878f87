import { AGENTS, CUSTOMERS, signalsOf } from '../../api/choices.ts'
import { ChoiceSelect } from '../../ui/table/choice-select.tsx'
import { type Chip, FilterBar } from '../../ui/table/filter-bar.tsx'
import { RangeFilter } from '../../ui/table/range-filter.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { RANGES } from '../../ui/values/ranges.ts'
import { AgentPicker, CustomerPicker, SignalPicker } from '../pickers/pickers.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { STATE_LABELS } from './event-states.ts'
import { type EventFilters as Filters, NO_FILTERS } from './events-search.ts'
import { RunField } from './run-field.tsx'

type Props = {
  filters: Filters
  onPick: (change: Filters) => void
  onType: (change: Filters) => void
}

export function EventFilters({ filters, onPick, onType }: Props) {
  const { customerId, agentId, signalId, runId, eventProcessed, range, from, to } = filters
  return (
    <FilterBar chips={useChips(filters, onPick)} onClear={() => onPick(NO_FILTERS)}>
      <RangeFilter range={range} from={from} to={to} any="Any date" onChange={onPick} />
      <CustomerPicker value={customerId} onChange={(id) => onPick({ customerId: id })} />
      <AgentPicker
        value={agentId}
        // A signal is of one agent.
        onChange={(id) => onPick({ agentId: id, signalId: undefined })}
      />
      <SignalPicker
        value={signalId}
        agentId={agentId}
        onChange={(id) => onPick({ signalId: id })}
      />
      <ChoiceSelect
        label="State"
        any="Any state"
        value={eventProcessed}
        options={STATE_LABELS}
        onChange={(state) => onPick({ eventProcessed: state })}
      />
      <RunField value={runId} onChange={(run) => onType({ runId: run })} />
    </FilterBar>
  )
}

/** Each filter in words. */
function useChips(filters: Filters, onPick: Props['onPick']): Chip[] {
  const { range, from, to, runId, eventProcessed } = filters
  const customer = useChoice(CUSTOMERS, filters.customerId)
  const agent = useChoice(AGENTS, filters.agentId)
  const signal = useChoice(signalsOf(filters.agentId), filters.signalId)
  const texts: { [Name in keyof Filters]-?: string | undefined } = {
    range: range && RANGES[range].label,
    // Next to a range they mean nothing.
    from: from && !range ? `From ${formatDay(from)}` : undefined,
    to: to && !range ? `To ${formatDay(to)}` : undefined,
    customerId: customer && `Customer: ${customer.name}`,
    agentId: agent && `Agent: ${agent.name}`,
    signalId: signal && `Signal: ${signal.name}`,
    eventProcessed: eventProcessed && `State: ${STATE_LABELS[eventProcessed]}`,
    runId: runId && `Run: ${runId}`,
  }
  return (Object.keys(texts) as (keyof Filters)[]).flatMap((name) => {
    const label = texts[name]
    if (label === undefined) return []
    return [{ label, onRemove: () => onPick({ [name]: undefined }) }]
  })
}
