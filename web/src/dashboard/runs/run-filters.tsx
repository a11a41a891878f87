import { chipsOf } from '../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { TextFilter } from '../../ui/table/filters/text-filter.tsx'
import { RUN_STATES } from './run-states.ts'
import { type RunFilters as Filters, NO_FILTERS } from './runs-search.ts'

type Props = {
  filters: Filters
  onPick: (change: Filters) => void
  onType: (change: Filters) => void
}

/**
 * Filters by what runs are sent with. A run may name a customer or an agent that does not exist
 * yet, so these are typed and not picked.
 */
export function RunFilters({ filters, onPick, onType }: Props) {
  const { state, customerExternalId, agentCode } = filters
  const chips = chipsOf(
    {
      state: state && `Status: ${RUN_STATES[state]}`,
      customerExternalId: customerExternalId && `Customer: ${customerExternalId}`,
      agentCode: agentCode && `Agent: ${agentCode}`,
    },
    onPick,
  )
  return (
    <FilterBar chips={chips} onClear={() => onPick(NO_FILTERS)} isSheetOnPhone>
      <ChoiceSelect
        label="Status"
        isLabelHidden
        any="Any status"
        value={state}
        options={RUN_STATES}
        onChange={(chosen) => onPick({ state: chosen })}
      />
      <TextFilter
        label="Customer id"
        value={customerExternalId}
        onChange={(typed) => onType({ customerExternalId: typed || undefined })}
      />
      <TextFilter
        label="Agent code"
        value={agentCode}
        onChange={(typed) => onType({ agentCode: typed || undefined })}
      />
    </FilterBar>
  )
}
