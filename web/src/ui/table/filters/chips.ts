import type { RangeSearch } from '../../url/range-search.ts'
import { formatDay } from '../../values/dates.ts'
import { RANGES } from '../../values/ranges.ts'
import type { Chip } from './filter-bar.tsx'

/** Returns a chip for each active filter; removing it clears its URL parameter. */
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

/** Returns a range of days in words. A named range overrides single days. */
export const rangeTexts = ({ range, from, to }: RangeSearch) => ({
  range: range && RANGES[range].label,
  from: from && !range ? `From ${formatDay(from)}` : undefined,
  to: to && !range ? `To ${formatDay(to)}` : undefined,
})
