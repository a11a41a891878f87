import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { AGENTS, CUSTOMERS, signalsOf } from '../../../api/choices.ts'
import { type Chip, FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { rangeOf, withoutDefault } from '../../../ui/url/range-search.ts'
import { formatDays } from '../../../ui/values/dates.ts'
import { AgentPicker, CustomerPicker, SignalPicker } from '../../pickers/pickers.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import type { SharedSearch } from '../analytics-search.ts'
import type { TabName } from '../analytics-texts.ts'
import type { Window } from './use-window.ts'

export type FilterName = 'range' | 'customerId' | 'agentId' | 'signalId' | 'model'

type Props = {
  tab: TabName
  search: SharedSearch
  window: Window | undefined
  filters: readonly FilterName[]
  onPick: (change: SharedSearch) => void
  choices?: ReactNode
}

const NO_FILTERS = {
  customerId: undefined,
  agentId: undefined,
  signalId: undefined,
  model: undefined,
} as const

/** Filters by time and subject; only those that apply to the figures of the tab. */
export function AnalyticsFilters({ search, window, filters, onPick, choices }: Props) {
  const { customerId, agentId, signalId } = search
  const has = (name: FilterName) => filters.includes(name)
  return (
    <FilterBar
      chips={useChips(search, filters, onPick)}
      onClear={() => onPick(NO_FILTERS)}
      isSheetOnPhone
    >
      {has('range') && window && <Range search={search} window={window} onPick={onPick} />}
      {choices}
      {has('customerId') && (
        <CustomerPicker value={customerId} onChange={(id) => onPick({ customerId: id })} />
      )}
      {has('agentId') && (
        <AgentPicker
          value={agentId}
          // A signal belongs to one agent.
          onChange={(id) => onPick({ agentId: id, signalId: undefined })}
        />
      )}
      {has('signalId') && (
        <SignalPicker
          value={signalId}
          agentId={agentId}
          onChange={(id) => onPick({ signalId: id })}
        />
      )}
      {has('range') && (
        <Checkbox
          label="Compare with previous period"
          checked={search.compare !== undefined}
          onChange={(event) =>
            onPick({ compare: event.currentTarget.checked ? 'before' : undefined })
          }
          pb={6}
        />
      )}
    </FilterBar>
  )
}

type RangeProps = Pick<Props, 'search' | 'onPick'> & { window: Window }

function Range({ search, window: { days }, onPick }: RangeProps) {
  const { preset } = rangeOf(search, days.endDate)
  return (
    <RangeFilter
      range={preset}
      from={preset === undefined ? days.startDate : undefined}
      to={preset === undefined ? days.endDate : undefined}
      onChange={(chosen) => onPick(withoutDefault(chosen))}
    />
  )
}

/**
 * Returns active filters in words. Filters that this tab does not support are not applied and not
 * shown.
 */
function useChips(
  search: SharedSearch,
  filters: readonly FilterName[],
  onPick: Props['onPick'],
): Chip[] {
  const customer = useChoice(CUSTOMERS, search.customerId)
  const agent = useChoice(AGENTS, search.agentId)
  const signal = useChoice(signalsOf(search.agentId), search.signalId)
  const texts = {
    customerId: customer && `Customer: ${customer.name}`,
    agentId: agent && `Agent: ${agent.name}`,
    signalId: signal && `Signal: ${signal.name}`,
    model: search.model && `Model: ${search.model}`,
  } as const
  return (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) => {
    const label = texts[name]
    if (label === undefined || !filters.includes(name)) return []
    return [{ label, onRemove: () => onPick({ [name]: undefined }) }]
  })
}

/** Returns what a figure is compared with: "from $12.00 in 1–7 Nov 2026". */
export const againstInWords = (
  text: string,
  { startDate, endDate }: NonNullable<Window['before']>,
) => `${text} in ${formatDays(startDate, endDate)}`
