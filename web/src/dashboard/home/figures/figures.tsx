import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { latestEventsQuery } from '../../../api/progress.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { rangeOf, withoutDefault } from '../../../ui/url/range-search.ts'
import { GlossaryLink } from '../../figures/glossary-link.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { HomeSearch } from '../home-search.ts'
import { ByTime } from './by-time.tsx'
import { CostByModel } from './cost-by-model.tsx'
import { Earnings } from './earnings.tsx'
import { MarginByCustomer } from './margin-by-customer.tsx'

type Props = { search: HomeSearch; onSearch: (search: HomeSearch) => void }

/** Figures and charts of the home page, all for one date range. */
export default function Figures({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const now = useBusinessTime()
  const events = useQuery(latestEventsQuery(slug))
  // Before the first event there are no figures; the checklist is shown instead.
  if (events.data?.totalResults === 0) return null
  if (now === undefined) return <LinesSkeleton lines={6} />
  const { preset, ...days } = rangeOf(search, now.toISOString().slice(0, 10))
  return (
    <Section
      title="Figures"
      about={<GlossaryLink />}
      action={
        <Group gap="sm" align="flex-end">
          <RangeFilter
            range={preset}
            from={days.startDate}
            to={days.endDate}
            isLabelHidden
            onChange={(chosen) => onSearch(withoutDefault(chosen))}
          />
        </Group>
      }
    >
      <Stack gap="md">
        <Earnings days={days} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <MarginByCustomer days={days} />
          <CostByModel days={days} />
        </SimpleGrid>
        <ByTime days={days} />
      </Stack>
    </Section>
  )
}
