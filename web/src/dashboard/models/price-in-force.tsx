import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { RateInForce, Service } from '../../api/api-types.ts'
import { rateInForceQuery } from '../../api/cost-rates.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { ChoiceSelect } from '../../ui/table/filters/choice-select.tsx'
import { given } from '../../ui/url/search-readers.ts'
import { formatDay } from '../../ui/values/dates.ts'
import { priceInWords } from '../cost-rates/cost-rate-in-words.ts'
import { CostRateLink } from '../cost-rates/cost-rate-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { longContexts } from './catalog-rates.ts'
import { RatesTable } from './rates-table.tsx'

const DayInput = lazy(() => import('../../ui/forms/day-input.tsx'))
const [FIELD_HEIGHT, FIELD_WIDTH] = [57, 150]

/** The date and the tier of service whose price is shown; undefined: today, the standard tier. */
export type Shown = { on: string | undefined; tier: string | undefined }

type Props = {
  service: Pick<Service, 'canonicalName' | 'provider'>
  /** Unit of the rates, such as "US dollars per million tokens". */
  unit: string
  /** Tiers that have rates of their own. */
  tiers: readonly string[]
  shown: Shown
  onShown: (shown: Shown) => void
}

/** What prices usage of a model on a date: an own rate or the catalog. */
export function PriceInForce({ service, unit, tiers, shown, onShown }: Props) {
  const { slug } = useOrganization()
  const { on, tier } = shown
  const { data, error, refetch } = useQuery({
    ...rateInForceQuery(slug, {
      modelProvider: service.provider,
      model: service.canonicalName,
      ...given({ date: on, serviceTier: tier }),
    }),
  })
  return (
    <Section title="Price in force" about={`${unit}.`}>
      <Group gap="sm" align="flex-end">
        <Suspense fallback={<Skeleton height={FIELD_HEIGHT} width={FIELD_WIDTH} />}>
          <DayInput
            label="Usage date"
            placeholder="Today"
            value={on ?? ''}
            onChange={(day) => onShown({ ...shown, on: day || undefined })}
          />
        </Suspense>
        <ChoiceSelect
          label="Tier of service"
          any="Standard"
          value={tier}
          options={Object.fromEntries(tiers.map((name) => [name, name]))}
          onChange={(name) => onShown({ ...shown, tier: name })}
        />
      </Group>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={4} />}
      {data && <Answer answer={data} />}
    </Section>
  )
}

function Answer({ answer }: { answer: RateInForce }) {
  const { rates, longContext, isTierUnpriced, serviceTier } = answer
  return (
    <Stack gap="sm">
      <Text role="status">
        <Source answer={answer} />
        {isTierUnpriced && ` The tier ${serviceTier} has no price, so it costs the standard rates.`}
      </Text>
      {rates && (
        <RatesTable
          label="Rates in force"
          columns={[
            { condition: 'Rate', rates },
            ...longContexts(
              longContext.map(({ aboveInputTokens, rates: long }) => ({
                aboveInputTokens,
                ...long,
              })),
            ),
          ]}
        />
      )}
    </Stack>
  )
}

function Source({ answer: { source, costRate } }: { answer: RateInForce }) {
  if (source === 'none') return 'Nothing prices this model on this date.'
  if (costRate === null) return 'The price of the catalog.'
  return (
    <>
      Your own rate:{' '}
      <CostRateLink costRateId={costRate.id} inherit underline="always">
        {priceInWords(costRate)}
      </CostRateLink>
      {costRate.model === null && `, for all models of ${costRate.modelProvider}`}
      {costRate.provisionalUntil !== null &&
        `, provisional until ${formatDay(costRate.provisionalUntil.slice(0, 10))}`}
      .
    </>
  )
}
