import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UncostedModel } from '../../api/api-types.ts'
import { mappingEstimateQuery } from '../../api/events.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { formatRounded } from '../../ui/values/money.ts'
import { ratesInWords } from '../cost-rates/rates-in-words.ts'
import { useOrganization } from '../session/use-organization.ts'

type Props = { group: UncostedModel; serviceId: string }

/** Rates of a selected catalog entry, and the cost of the events with it. */
export function EntryEstimate({ group: { model, provider }, serviceId }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(
    mappingEstimateQuery(slug, {
      sourceModel: model,
      sourceProvider: provider,
      targetPricingId: serviceId,
    }),
  )
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return (
    <Text size="sm" role="status" mih={20}>
      {data && (
        <>
          {ratesInWords(data)}.{' '}
          {data.estimatedCost === null ? (
            `${data.explanation}.`
          ) : (
            <>
              These events would cost <b>{formatRounded(data.estimatedCost, 'USD')}</b>.
            </>
          )}
        </>
      )}
    </Text>
  )
}
