import { AGENTS, CUSTOMERS, signalsOf } from '../../api/choices.ts'
import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { AgentPicker, CustomerPicker, SignalPicker } from '../pickers/pickers.tsx'
import { RunField } from '../pickers/run-field.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { STATE_LABELS } from './rejection-states.ts'
import { type RejectionFilters as Filters, NO_FILTERS } from './rejections-search.ts'

type Props = {
  filters: Filters
  onPick: (change: Filters) => void
  onType: (change: Filters) => void
}

/** Filters of rejections, with those in force as removable chips. */
export function RejectionFilters({ filters, onPick, onType }: Props) {
  const { customerId, agentId, signalId, runId, state } = filters
  const customer = useChoice(CUSTOMERS, customerId)
  const agent = useChoice(AGENTS, agentId)
  const signal = useChoice(signalsOf(agentId), signalId)
  const chips = chipsOf(
    {
      customerId: customer && `Customer: ${customer.name}`,
      agentId: agent && `Agent: ${agent.name}`,
      signalId: signal && `Signal: ${signal.name}`,
      state: state && `Status: ${STATE_LABELS[state]}`,
      runId: runId && `Run: ${runId}`,
    },
    onPick,
  )
  return (
    <FilterBar chips={chips} onClear={() => onPick(NO_FILTERS)} isSheetOnPhone>
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
        value={state}
        options={STATE_LABELS}
        onChange={(chosen) => onPick({ state: chosen })}
      />
      <RunField value={runId} onChange={(run) => onType({ runId: run })} />
    </FilterBar>
  )
}
