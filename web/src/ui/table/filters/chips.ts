import type { RangeSearch } from '../../url/range-search.ts'
import { formatDay } from '../../values/dates.ts'
import { RANGES } from '../../values/ranges.ts'
import type { Chip } from './filter-bar.tsx'

/** A chip for each filter that says something; taking it away empties its parameter. */
export function chipsOf<Name extends string>(
  texts: Readonly<Record<Name, string | undefined>>,
  onPick: (change: { [Each in Name]?: undefined }) => void,
): Chip[] {
  const names = Object.keys(texts) as Name[]
  return names.flatMap((name) => {
    const label = texts[name]
    if (label === undefined) return []
    return [
      { label, onRemove: () => onPick({ [name]: undefined } as { [Each in Name]?: undefined }) },
    ]
  })
}

/** A range of days in words. Next to a range that has a name, single days mean nothing. */
export const rangeTexts = ({ range, from, to }: RangeSearch) => ({
  range: range && RANGES[range].label,
  from: from && !range ? `From ${formatDay(from)}` : undefined,
  to: to && !range ? `To ${formatDay(to)}` : undefined,
})
