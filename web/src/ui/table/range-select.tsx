import { Group, NativeSelect } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type ChosenRange, presetSearch, type RangeSearch } from '../url/range-search.ts'
import { RANGE_NAMES, RANGES } from '../values/ranges.ts'

const DayFields = lazy(() => import('./day-fields.tsx'))

const OWN = 'own'

type Props = { range: ChosenRange; onChange: (search: RangeSearch) => void }

/** The time that a page is about; days of one's own are picked beside it. */
export function RangeSelect({ range: { preset, startDate, endDate }, onChange }: Props) {
  return (
    <Group gap="sm" align="flex-end">
      {preset === undefined && (
        <Suspense>
          <DayFields
            from={startDate}
            to={endDate}
            onChange={(days) => onChange({ range: undefined, ...days })}
          />
        </Suspense>
      )}
      <NativeSelect
        aria-label="Time"
        value={preset ?? OWN}
        data={[
          ...RANGE_NAMES.map((value) => ({ value, label: RANGES[value].label })),
          { value: OWN, label: 'Own days' },
        ]}
        onChange={(event) => {
          const chosen = RANGE_NAMES.find((one) => one === event.currentTarget.value)
          const own = { range: undefined, from: startDate, to: endDate }
          onChange(chosen === undefined ? own : presetSearch(chosen))
        }}
      />
    </Group>
  )
}
