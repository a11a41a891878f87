import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '../../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { ExportButton } from '../../../ui/table/export-button.tsx'
import { GlossaryLink } from '../../figures/glossary-link.tsx'
import { EventsButton } from '../../links/events-button.tsx'
import type { SharedSearch } from '../analytics-search.ts'
import { ABOUT, type TabName } from '../analytics-texts.ts'
import { AnalyticsFilters, type FilterName } from './analytics-filters.tsx'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { given } from './given.ts'
import { useWindow, type Window } from './use-window.ts'

type Props = {
  tab: TabName
  search: SharedSearch
  /** Filters that the figures of this tab support. */
  filters: readonly FilterName[]
  onPick: (change: SharedSearch) => void
  /** Additional controls of this tab, next to the filters. */
  choices?: ReactNode
  /** Exports the rows of the chart as a file. */
  load: (window: Window) => Promise<File>
  children: (window: Window) => ReactNode
}

/** Frame around each analytics tab: the date range, the filters and links to the other tabs. */
export function AnalyticsFrame({ tab, search, load, children, ...props }: Props) {
  const window = useWindow(search)
  const { customerId, agentId, signalId, model } = search
  // Events are not filtered by model; figures without a date range have several ranges.
  const hasEvents = model === undefined && props.filters.includes('range')
  return (
    <Page
      title="Analytics"
      about={
        <>
          {ABOUT[tab]} <GlossaryLink />
        </>
      }
      action={
        window && (
          <Group gap="sm">
            {hasEvents && (
              <EventsButton days={window.days} of={given({ customerId, agentId, signalId })} />
            )}
            <ExportButton load={() => load(window)} />
          </Group>
        )
      }
    >
      <Stack gap="md">
        <AnalyticsTabs search={search} />
        <Stack gap="xs">
          <AnalyticsFilters tab={tab} search={search} window={window} {...props} />
        </Stack>
        {window === undefined ? <LinesSkeleton lines={6} /> : children(window)}
      </Stack>
    </Page>
  )
}
