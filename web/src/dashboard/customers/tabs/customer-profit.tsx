import { Group, Stack } from '@mantine/core'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { type RangeSearch, rangeOf, withoutDefault } from '../../../ui/url/range-search.ts'
import { WhereItGoes } from '../../profit/where-it-goes.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useCustomer } from '../use-customer.ts'

type Props = { search: RangeSearch; onSearch: (search: RangeSearch) => void }

/** Where the margin of the customer goes, in a date range. */
export function CustomerProfit({ search, onSearch }: Props) {
  const { id: customerId } = useCustomer()
  const now = useBusinessTime()
  if (now === undefined) return <LinesSkeleton lines={6} />
  const { preset, startDate, endDate } = rangeOf(search, now.toISOString().slice(0, 10))
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <RangeFilter
          range={preset}
          from={startDate}
          to={endDate}
          onChange={(chosen) => onSearch(withoutDefault(chosen))}
        />
      </Group>
      <WhereItGoes days={{ startDate, endDate }} of={{ customerId }} />
    </Stack>
  )
}
