import { Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import type { PricingPlan } from '../../../api/api-types.ts'
import { planQuery } from '../../../api/plans.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { WhereItGoes } from '../../profit/where-it-goes.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { NoSuchPlan } from '../no-such-plan.tsx'
import { PlanState } from '../plan-state.tsx'
import type { PlanSearch } from '../plans-search.ts'
import { PlanActions } from './plan-actions.tsx'
import { PlanAgents } from './plan-agents.tsx'
import { PlanIncluded } from './plan-included.tsx'
import { PlanPrices } from './plan-prices.tsx'
import { PlanSubscriptions } from './plan-subscriptions.tsx'

const PlanRejections = lazy(() => import('./plan-rejections.tsx'))

type Props = {
  planId: string
  search: PlanSearch
  onSearch: (search: PlanSearch) => void
}

/** A plan with its prices, agents and subscriptions. */
export function PlanPage({ planId, search, onSearch }: Props) {
  const { slug } = useOrganization()
  const { data: plan, error, refetch } = useQuery(planQuery(slug, planId))
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return <NoSuchPlan />
  }
  if (plan === undefined) {
    return (
      <Page title="Plan">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={6} />
        )}
      </Page>
    )
  }
  const features = Object.keys(plan.featuresList)
  return (
    <Stack gap="md">
      <Head plan={plan} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Stack gap={32}>
        <PlanPrices plan={plan} />
        <PlanIncluded plan={plan} />
        <Suspense>
          <PlanRejections plan={plan} />
        </Suspense>
        <WhereItGoes of={{ planId }} />
        <PlanAgents plan={plan} />
        <PlanSubscriptions planId={planId} search={search} onSearch={onSearch} />
        {features.length > 0 && (
          <Section title="Features" about="As sent to the API. They do not affect prices.">
            <Code block>{JSON.stringify(plan.featuresList, null, 2)}</Code>
          </Section>
        )}
      </Stack>
    </Stack>
  )
}

function Head({ plan }: { plan: PricingPlan }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/plans" params={{ slug }} size="sm">
        Plans
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" maw="100%">
          <PageTitle>{plan.name}</PageTitle>
          <PlanState isActive={plan.isActive} />
        </Group>
        <PlanActions plan={plan} />
      </Group>
      {plan.description !== null && (
        <Text c="dimmed" maw={640}>
          {plan.description}
        </Text>
      )}
    </Stack>
  )
}
