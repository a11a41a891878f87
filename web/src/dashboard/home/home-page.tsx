import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { attentionQuery } from '../../api/attention.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { NeedsAttention } from './attention/needs-attention.tsx'
import { Checklist } from './checklist.tsx'
import type { HomeSearch } from './home-search.ts'

/** Loaded lazily: charts are large, and items that need attention must not wait for them. */
const Figures = lazy(() => import('./figures/figures.tsx'))
/** Only a test deployment has a demo. */
const DemoBeside = lazy(() => import('./demo/demo-beside.tsx'))
const DemoWithin = lazy(() => import('./demo/demo-within.tsx'))

type Props = { search: HomeSearch; onSearch: (search: HomeSearch) => void }

/** First steps, what needs attention, and figures. */
export function HomePage({ search, onSearch }: Props) {
  const { environment } = useSession()
  const { slug } = useOrganization()
  const attention = useQuery(attentionQuery(slug))
  return (
    <Page title="Home" about="What your agents earn and cost, and what needs your attention.">
      <Stack gap={40}>
        <Checklist />
        {environment === 'test' && (
          <Suspense>
            <DemoBeside />
          </Suspense>
        )}
        <NeedsAttention />
        {/* What is below would move when the items arrive. */}
        {!attention.isPending && (
          <Suspense fallback={<LinesSkeleton lines={6} />}>
            <Figures search={search} onSearch={onSearch} />
          </Suspense>
        )}
        {environment === 'test' && (
          <Suspense>
            <DemoWithin />
          </Suspense>
        )}
      </Stack>
    </Page>
  )
}
