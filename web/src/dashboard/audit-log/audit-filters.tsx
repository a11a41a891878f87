import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { DayField } from '../../ui/table/filters/day-field.tsx'
import { type Chip, FilterBar } from '../../ui/table/filters/filter-bar.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { type AuditLogSearch, METHODS } from './audit-log-search.ts'

type Filters = Omit<AuditLogSearch, 'cursor' | 'limit'>
type Props = { search: Filters; onSearch: (change: Filters) => void; onClear: () => void }

const ACTORS = { api_key: 'API keys', user: 'Members', customer: 'Customers' } as const
const REQUESTS = { reads: 'Reads and usage', all: 'All requests' } as const
const STATUSES = {
  '2xx': 'Succeeded (2xx)',
  '4xx': 'Rejected (4xx)',
  '5xx': 'Failed (5xx)',
}

/** Filters in words, by parameter name. */
const LABELS: { [Name in keyof Filters]-?: (value: string) => string } = {
  actorKind: (value) => `Actor: ${ACTORS[value as keyof typeof ACTORS]}`,
  actorId: (value) => `Actor: ${value}`,
  method: (value) => `Method: ${value}`,
  requests: (value) => (value === 'reads' ? REQUESTS.reads : REQUESTS.all),
  status: (value) => `Status: ${value}`,
  from: (value) => `From: ${formatDay(value)}`,
  to: (value) => `To: ${formatDay(value)}`,
}

export function AuditFilters({ search, onSearch, onClear }: Props) {
  const names = Object.keys(LABELS) as (keyof Filters)[]
  const chips = names.flatMap((name): Chip[] => {
    const value = search[name]
    if (value === undefined) return []
    return [{ label: LABELS[name](value), onRemove: () => onSearch({ [name]: undefined }) }]
  })
  return (
    <FilterBar chips={chips} onClear={onClear} isSheetOnPhone>
      <ChoiceSelect
        label="Actor"
        any="Any actor"
        value={search.actorKind}
        options={ACTORS}
        onChange={(actorKind) => onSearch({ actorKind })}
      />
      <ChoiceSelect
        label="Requests"
        any="Changes"
        value={search.requests}
        options={REQUESTS}
        onChange={(requests) => onSearch({ requests })}
      />
      <ChoiceSelect
        label="Method"
        any="Any method"
        value={search.method}
        options={Object.fromEntries(METHODS.map((method) => [method, method]))}
        onChange={(method) => onSearch({ method } as Filters)}
      />
      <ChoiceSelect
        label="Status"
        any="Any status"
        value={search.status}
        options={STATUSES}
        onChange={(status) => onSearch({ status })}
      />
      <DayField label="From" value={search.from} onChange={(from) => onSearch({ from })} />
      <DayField label="To" value={search.to} onChange={(to) => onSearch({ to })} />
    </FilterBar>
  )
}
