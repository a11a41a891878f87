import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { CostRate, Service } from '../../api/api-types.ts'
import { costRatesQuery } from '../../api/cost-rates.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { priceInWords, tierInWords } from '../cost-rates/cost-rate-in-words.ts'
import { CostRateLink } from '../cost-rates/cost-rate-link.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'

const SetCostRateDialog = lazy(() => import('../cost-rates/set-cost-rate-dialog.tsx'))
const StartRunDialog = lazy(() => import('../repricing/start-run-dialog.tsx'))

const SHOWN_MAX = 50

/** Own rates of a model, the latest first, with the action that sets one. */
export function OwnRates({ service }: { service: Pick<Service, 'canonicalName' | 'provider'> }) {
  const { slug } = useOrganization()
  const [isSetting, setSetting] = useState(false)
  const [isRepricing, setRepricing] = useState(false)
  const named = { modelProvider: service.provider, model: service.canonicalName }
  const { data, error, refetch } = useQuery(costRatesQuery(slug, { ...named, limit: SHOWN_MAX }))
  return (
    <Section
      title="Own rates"
      action={
        <Group gap={8}>
          <AllowedButton
            permission="cost_rates"
            variant="default"
            onClick={() => setRepricing(true)}
          >
            Reprice usage
          </AllowedButton>
          <AllowedButton permission="cost_rates" variant="default" onClick={() => setSetting(true)}>
            Set a cost rate
          </AllowedButton>
        </Group>
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={2} />}
      {data?.results.length === 0 && <Text c="dimmed">No own rates of this model.</Text>}
      {data?.results.map((rate) => (
        <OwnRate key={rate.id} rate={rate} />
      ))}
      {data && data.totalResults > data.results.length && (
        <Text size="sm" c="dimmed">
          Shows the latest {formatCount(data.results.length)} of {formatCount(data.totalResults)}.
        </Text>
      )}
      <Suspense>
        {isRepricing && <StartRunDialog known={named} onClose={() => setRepricing(false)} />}
        {isSetting && <SetCostRateDialog known={named} onClose={() => setSetting(false)} />}
      </Suspense>
    </Section>
  )
}

function OwnRate({ rate }: { rate: CostRate }) {
  const { id, effectiveFrom, serviceTier, note, provisionalUntil } = rate
  return (
    <Stack gap={0}>
      <CostRateLink costRateId={id} size="sm" fw={500}>
        {priceInWords(rate)}
      </CostRateLink>
      <Text size="sm" c="dimmed" truncate title={note ?? undefined}>
        {tierInWords(serviceTier)}.{' '}
        {effectiveFrom !== null && (
          <>
            From <Timestamp at={effectiveFrom} as="day" />.{' '}
          </>
        )}
        {provisionalUntil !== null && (
          <>
            Provisional until <Timestamp at={provisionalUntil} as="day" />.{' '}
          </>
        )}
        {note}
      </Text>
    </Stack>
  )
}
