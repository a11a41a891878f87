import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { attentionQuery } from '../../api/attention.ts'
import { demoQuery } from '../../api/demo.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { rangeOf } from '../../ui/url/range-search.ts'
import { useBusinessTime } from '../session/use-business-time.ts'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { NeedsAttention } from './attention/needs-attention.tsx'
import { Checklist } from './checklist.tsx'
import { FiguresSkeleton } from './figures/figures-skeleton.tsx'
import { useOverview } from './figures/use-overview.ts'
import type { HomeSearch } from './home-search.ts'
import { type FirstSteps, useFirstSteps } from './use-first-steps.ts'

/** Loaded lazily: charts are large, and items that need attention must not wait for them. */
const Figures = lazy(() => import('./figures/figures.tsx'))
/** Only a test deployment has a demo. */
const DemoBeside = lazy(() => import('./demo/demo-beside.tsx'))
const DemoWithin = lazy(() => import('./demo/demo-within.tsx'))

type Props = { search: HomeSearch; onSearch: (search: HomeSearch) => void }

/**
 * First steps, what needs attention, and figures. Everything above the figures appears at once, and
 * so do the figures, so that nothing moves.
 */
export function HomePage({ search, onSearch }: Props) {
  const { slug } = useOrganization()
  const isTest = useSession().environment === 'test'
  const now = useBusinessTime()
  const attention = useQuery(attentionQuery(slug))
  const demo = useQuery({ ...demoQuery(slug), enabled: isTest })
  const steps = useFirstSteps()
  const range = now && rangeOf(search, now.toISOString().slice(0, 10))
  const overview = useOverview(steps.hasEvents ? range : undefined)
  const isDemo = demo.data?.organization?.slug === slug
  const isPending = attention.isPending || steps.isPending || (isTest && demo.isPending)
  const lines = <LinesSkeleton lines={9} />
  return (
    <Page title="Home" about="What your agents earn and cost, and what needs your attention.">
      {isPending ? (
        lines
      ) : (
        <Suspense fallback={lines}>
          <Stack gap={40}>
            <Checklist steps={steps} isDemo={isDemo} />
            {isTest && !isDemo && (
              <DemoBeside query={demo} hasSentInvoice={hasSentInvoice(steps)} />
            )}
            <NeedsAttention query={attention} />
            {range && steps.hasEvents && (
              <Suspense fallback={<FiguresSkeleton />}>
                <Figures query={overview} range={range} onSearch={onSearch} />
              </Suspense>
            )}
            {isDemo && !overview.isLoading && <DemoWithin />}
          </Stack>
        </Suspense>
      )}
    </Page>
  )
}

/** True also after the first steps, the last of which follows the first invoice. */
const hasSentInvoice = ({ isStarted, progress }: FirstSteps) =>
  isStarted || (progress.data !== undefined && progress.data.sentInvoice !== null)
