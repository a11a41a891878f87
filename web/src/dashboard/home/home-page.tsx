import { Stack } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { NeedsAttention } from './attention/needs-attention.tsx'
import { Checklist } from './checklist.tsx'
import { DemoSection } from './demo/demo-section.tsx'
import { Figures } from './figures/figures.tsx'
import type { HomeSearch } from './home-search.ts'
import { LatestEvents } from './latest-events.tsx'

type Props = { search: HomeSearch; onSearch: (search: HomeSearch) => void }

/** How far one has come, what it comes to, and what has just arrived. */
export function HomePage({ search, onSearch }: Props) {
  return (
    <Page title="Home" about="What your agents earn and cost, and what needs you.">
      <Stack gap={40}>
        <Checklist />
        <DemoSection />
        <NeedsAttention />
        <Figures search={search} onSearch={onSearch} />
        <LatestEvents />
      </Stack>
    </Page>
  )
}
