import { Stack, Text } from '@mantine/core'
import type { EventService } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { CostRateLink } from '../cost-rates/cost-rate-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** What priced each service: a catalog price with its start, or an own rate. */
export function UsedPrices({ services }: { services: readonly EventService[] }) {
  const shown = services.filter(
    ({ price, costRateId, paidBy }) =>
      price !== null || costRateId !== null || paidBy === 'customer',
  )
  const byKey = new Map(shown.map((service) => [keyOf(service), service]))
  return (
    <Stack gap={2}>
      {[...byKey].map(([key, service]) => (
        <Text key={key} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <PriceOf service={service} />
          {service.serviceTier && ` Tier of service: ${service.serviceTier}.`}
          {service.paidBy === 'customer' && ' Paid by the customer.'}
        </Text>
      ))}
    </Stack>
  )
}

const keyOf = ({ model, modelProvider, price, costRateId, serviceTier, paidBy }: EventService) =>
  JSON.stringify([model, modelProvider, price, costRateId, serviceTier, paidBy])

function PriceOf({ service: { model, price, costRateId } }: { service: EventService }) {
  const { slug } = useOrganization()
  if (costRateId !== null) {
    return (
      <>
        {model} at your{' '}
        <CostRateLink costRateId={costRateId} inherit underline="always">
          own rate
        </CostRateLink>
        .
      </>
    )
  }
  if (price === null) return `${model} has no price.`
  const { serviceId, effectiveFrom } = price
  const name = `${price.model} (${price.provider})`
  return (
    <>
      {price.model === model ? 'Price of ' : `${model} as `}
      <AnchorLink
        to="/o/$slug/developers/models"
        params={{ slug }}
        search={{ service: serviceId }}
        inherit
        underline="always"
      >
        {name}
      </AnchorLink>
      , {effectiveFrom === null ? 'valid from the start' : `since ${dayOf(effectiveFrom)}`}.
    </>
  )
}

const dayOf = (instant: string) => formatDay(instant.slice(0, 10))
