import { AGENTS, CUSTOMERS, signalsOf } from '../../api/choices.ts'
import { chipsOf, rangeTexts } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { RangeFilter } from '../../ui/table/filters/range-filter.tsx'
import { STATE_LABELS } from '../links/event-states.ts'
import { AgentPicker, CustomerPicker, SignalPicker } from '../pickers/pickers.tsx'
import { RunField } from '../pickers/run-field.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { type EventFilters as Filters, NO_FILTERS } from './events-search.ts'

type Props = {
  filters: Filters
  onPick: (change: Filters) => void
  onType: (change: Filters) => void
}

export function EventFilters({ filters, onPick, onType }: Props) {
  const { customerId, agentId, signalId, runId, eventProcessed, range, from, to } = filters
  return (
    <FilterBar chips={useChips(filters, onPick)} onClear={() => onPick(NO_FILTERS)} isSheetOnPhone>
      <RangeFilter range={range} from={from} to={to} any="Any date" onChange={onPick} />
      <CustomerPicker value={customerId} onChange={(id) => onPick({ customerId: id })} />
      <AgentPicker
        value={agentId}
        // A signal belongs to one agent.
        onChange={(id) => onPick({ agentId: id, signalId: undefined })}
      />
      <SignalPicker
        value={signalId}
        agentId={agentId}
        onChange={(id) => onPick({ signalId: id })}
      />
      <ChoiceSelect
        label="Status"
        any="Any status"
        value={eventProcessed}
        options={STATE_LABELS}
        onChange={(state) => onPick({ eventProcessed: state })}
      />
      <RunField value={runId} onChange={(run) => onType({ runId: run })} />
    </FilterBar>
  )
}

/** Returns active filters in words. */
function useChips(filters: Filters, onPick: Props['onPick']) {
  const { runId, eventProcessed } = filters
  const customer = useChoice(CUSTOMERS, filters.customerId)
  const agent = useChoice(AGENTS, filters.agentId)
  const signal = useChoice(signalsOf(filters.agentId), filters.signalId)
  return chipsOf(
    {
      ...rangeTexts(filters),
      customerId: customer && `Customer: ${customer.name}`,
      agentId: agent && `Agent: ${agent.name}`,
      signalId: signal && `Signal: ${signal.name}`,
      eventProcessed: eventProcessed && `Status: ${STATE_LABELS[eventProcessed]}`,
      runId: runId && `Run: ${runId}`,
    },
    onPick,
  )
}
