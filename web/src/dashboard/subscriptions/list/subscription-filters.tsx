import { AGENTS, CUSTOMERS, PLANS } from '../../../api/choices.ts'
import { chipsOf } from '../../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { SearchField } from '../../../ui/table/filters/search-field.tsx'
import { AgentPicker, CustomerPicker, PlanPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { STATE_LABELS } from '../subscription-texts.ts'
import { NO_FILTERS, type SubscriptionsSearch } from './subscriptions-search.ts'

type Props = {
  search: SubscriptionsSearch
  onPick: (change: SubscriptionsSearch) => void
  onType: (change: SubscriptionsSearch) => void
}

export function SubscriptionFilters({ search, onPick, onType }: Props) {
  const { customerId, planId, agentId, status } = search
  return (
    <FilterBar
      search={
        <SearchField
          label="Search subscriptions"
          value={search.search}
          onChange={(typed) => onType({ search: typed || undefined })}
        />
      }
      chips={useChips(search, onPick)}
      onClear={() => onPick(NO_FILTERS)}
      isSheetOnPhone
    >
      <CustomerPicker value={customerId} onChange={(id) => onPick({ customerId: id })} />
      <PlanPicker value={planId} onChange={(id) => onPick({ planId: id })} />
      <AgentPicker value={agentId} onChange={(id) => onPick({ agentId: id })} />
      <ChoiceSelect
        label="Status"
        any="Any status"
        value={status}
        options={STATE_LABELS}
        onChange={(chosen) => onPick({ status: chosen })}
      />
    </FilterBar>
  )
}

/** Returns active filters in words. */
function useChips(search: SubscriptionsSearch, onPick: Props['onPick']) {
  const customer = useChoice(CUSTOMERS, search.customerId)
  const plan = useChoice(PLANS, search.planId)
  const agent = useChoice(AGENTS, search.agentId)
  return chipsOf(
    {
      search: search.search && `Search: ${search.search}`,
      customerId: customer && `Customer: ${customer.name}`,
      planId: plan && `Plan: ${plan.name}`,
      agentId: agent && `Agent: ${agent.name}`,
      status: search.status && `Status: ${STATE_LABELS[search.status]}`,
    },
    onPick,
  )
}
