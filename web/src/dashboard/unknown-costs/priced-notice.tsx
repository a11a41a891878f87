import { Alert, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { CreatedCostRate, UncostedModel } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { costedInWords, modelInWords, priceInWords } from '../cost-rates/cost-rate-in-words.ts'
import { CostRateLink } from '../cost-rates/cost-rate-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

export type Priced = { rate: CreatedCostRate; group: UncostedModel }

/** Result of setting a price, with links to the rate and to the events. */
export function PricedNotice({ priced: { rate, group } }: { priced: Priced }) {
  const { slug } = useOrganization()
  const since = group.oldestEventDate.slice(0, 10)
  return (
    <Alert icon={<IconCheck size={18} aria-hidden />} role="status" p="sm">
      <Stack gap={8}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {modelInWords(rate)}:{' '}
          <CostRateLink costRateId={rate.id} inherit underline="always">
            {priceInWords(rate)}
          </CostRateLink>
          . {costedInWords(rate.costed)}.
          {rate.costed < group.count &&
            ' The others also used another unknown model, which has its own row in the list.'}
        </Text>
        {rate.costed > 0 && (
          <AnchorLink
            to="/o/$slug/events"
            params={{ slug }}
            search={{ eventProcessed: 'PROCESSED', from: since }}
          >
            View the events with a cost since {formatDay(since)}
          </AnchorLink>
        )}
      </Stack>
    </Alert>
  )
}
