import { Group, SimpleGrid, Stack } from '@mantine/core'
import { Section } from '../../../ui/layout/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { type ChosenRange, withoutDefault } from '../../../ui/url/range-search.ts'
import { AsOf } from '../../figures/as-of.tsx'
import { GlossaryLink } from '../../figures/glossary-link.tsx'
import type { HomeSearch } from '../home-search.ts'
import { ByTime } from './by-time.tsx'
import { CostByModel } from './cost-by-model.tsx'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import { FourFigures } from './four-figures.tsx'
import { MarginByCustomer } from './margin-by-customer.tsx'
import type { useOverview } from './use-overview.ts'
import { Why } from './why.tsx'

type Props = {
  query: ReturnType<typeof useOverview>
  range: ChosenRange
  onSearch: (search: HomeSearch) => void
}

/** Figures and charts of the home page, all of one answer for one date range. */
export default function Figures({ query, range: { preset, ...days }, onSearch }: Props) {
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
      <Loaded query={query} skeleton={<FiguresSkeleton />}>
        {(overview) => (
          <Stack gap="md">
            <AsOf asOf={overview.asOf} receivedAt={query.dataUpdatedAt} />
            <FourFigures overview={overview} days={days} />
            <Why overview={overview} days={days} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <MarginByCustomer customers={overview.customers} days={days} />
              <CostByModel models={overview.models} days={days} />
            </SimpleGrid>
            <ByTime overview={overview} days={days} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
