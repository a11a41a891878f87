import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PricingStrategy, ShownPeriod, Subscription } from '../../../api/api-types.ts'
import { periodsQuery } from '../../../api/subscriptions.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { dayIn, formatDay, formatPeriod } from '../../../ui/values/dates.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { type OwnPriceValues, priceOf, problemsOf } from './own-price-fields.ts'

const HEIGHT = 72

type Props = { subscription: Subscription; strategy: PricingStrategy; values: OwnPriceValues }

/** The price before and after, and the first shown period that has it. */
export function OwnPricePreview({ subscription, strategy, values }: Props) {
  const { slug } = useOrganization()
  const { id, currency, timezoneInForce } = subscription
  const query = useQuery(periodsQuery(slug, id))
  const { chargeType, billTiming } = strategy
  if (Object.keys(problemsOf(strategy, values)).length > 0) return null
  const before = priceInWords(strategy, currency)
  const after = values.usePlanPrice
    ? before
    : priceInWords({ ...priceOf(strategy, values), chargeType, billTiming }, currency)
  return (
    <Loaded query={query} height={HEIGHT}>
      {({ results }) => (
        <section aria-label="Preview">
          <Facts
            facts={[
              ['The plan’s price today', before],
              ['New price', after],
              ['First period', firstPeriodIn(results, { values, timeZone: timezoneInForce })],
            ]}
          />
          <Text size="sm" c="dimmed" mt={4}>
            Periods with a final invoice keep their price.
          </Text>
        </section>
      )}
    </Loaded>
  )
}

type From = { values: OwnPriceValues; timeZone: string }

function firstPeriodIn(periods: readonly ShownPeriod[], { values, timeZone }: From): string {
  const { effectiveFrom: from } = values
  if (from === '') return 'Every period without a final invoice'
  const isOpen = ({ invoice }: ShownPeriod) => invoice === null || invoice.status === 'draft'
  const first = periods.find((one) => isOpen(one) && dayIn(one.start, timeZone) >= from)
  if (first) return formatPeriod(first, timeZone)
  return `The first that begins on ${formatDay(from)} or later`
}
