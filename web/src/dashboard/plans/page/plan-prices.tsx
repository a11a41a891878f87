import { Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PricingPlan, PricingStrategy } from '../../../api/api-types.ts'
import { pricesQuery } from '../../../api/plans.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const IncreaseDialog = lazy(() => import('../dated/increase-dialog.tsx'))
const StrategyTimeline = lazy(() => import('../dated/strategy-timeline.tsx'))

/** Every price as a sentence, with a link to the editor. */
export function PlanPrices({ plan }: { plan: PricingPlan }) {
  const { id, currency } = plan
  const [isIncreasing, increasing] = useDisclosure()
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(pricesQuery(slug, id))
  const edit = (
    <AllowedButton
      permission="write"
      onClick={() =>
        void navigate({ to: '/o/$slug/plans/$planId/prices', params: { slug, planId: id } })
      }
    >
      Edit prices
    </AllowedButton>
  )
  const increase = (
    <AllowedButton
      permission="write"
      variant="default"
      onClick={increasing.open}
      refusal={data?.results.length === 0 ? 'The plan has no prices' : undefined}
    >
      Increase prices
    </AllowedButton>
  )
  return (
    <Section
      title="Prices"
      about={`In ${currency}, which cannot be changed. An edited price applies to every billing period that is not invoiced yet, a price from a day on to the periods that begin then.`}
      action={
        <Group gap="sm">
          {increase}
          {edit}
        </Group>
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={3} />}
      {data?.results.length === 0 && (
        <Empty title="No prices yet">
          Until you add a price, usage on this plan is recorded but not charged.
        </Empty>
      )}
      {data && data.results.length > 0 && (
        <Stack gap="xs">
          {data.results.map((price) => (
            <PriceLine key={price.id} price={price} currency={currency} />
          ))}
          {data.totalResults > data.results.length && (
            <Text size="sm" c="dimmed">
              Shows the first {data.results.length} of {data.totalResults}.
            </Text>
          )}
        </Stack>
      )}
      <Suspense>
        {isIncreasing && <IncreaseDialog plan={plan} onClose={increasing.close} />}
      </Suspense>
    </Section>
  )
}

function PriceLine({ price, currency }: { price: PricingStrategy; currency: string }) {
  return (
    <Paper withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          <Text>{priceInWords(price, currency)}</Text>
          <Text size="xs" c="dimmed">
            {price.name}
          </Text>
        </Stack>
        {!price.isActive && <StateBadge tone="over" label="Inactive" />}
      </Group>
      {price.prices.length > 1 && (
        <Suspense>
          <StrategyTimeline strategy={price} currency={currency} />
        </Suspense>
      )}
    </Paper>
  )
}
