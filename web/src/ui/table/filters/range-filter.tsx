import { lazy, Suspense, useState } from 'react'
import type { RangeSearch } from '../../url/range-search.ts'
import { RANGE_NAMES, RANGES, type RangeName } from '../../values/ranges.ts'
import { ChoiceSelect } from './choice-select.tsx'

const DayFields = lazy(() => import('./day-fields.tsx'))

type Props = RangeSearch & {
  /** Label of the empty choice, such as "Any date". Without it, a range is always chosen. */
  any?: string
  isLabelHidden?: boolean
  onChange: (search: RangeSearch) => void
}

const LABELS = Object.fromEntries(RANGE_NAMES.map((name) => [name, RANGES[name].label]))
const OPTIONS = { ...LABELS, between: 'From … to …' } as Record<RangeName | 'between', string>

/** Days up to today, or a range of two days; both in UTC. */
export function RangeFilter({ range, from, to, any, isLabelHidden = false, onChange }: Props) {
  const [isBetween, setBetween] = useState(false)
  const hasDays = from !== undefined || to !== undefined
  const value = range ?? (hasDays || isBetween ? 'between' : undefined)
  const choose = (chosen: RangeName | 'between' | undefined) => {
    setBetween(chosen === 'between')
    if (chosen === 'between') return onChange({ range: undefined, from, to })
    onChange({ range: chosen, from: undefined, to: undefined })
  }
  return (
    <>
      <ChoiceSelect
        label="Dates (UTC)"
        isLabelHidden={isLabelHidden}
        any={any}
        value={value}
        options={OPTIONS}
        onChange={choose}
      />
      {value === 'between' && (
        <Suspense>
          <DayFields
            from={from}
            to={to}
            onChange={(days) => onChange({ range: undefined, ...days })}
          />
        </Suspense>
      )}
    </>
  )
}
