import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Coupon, Discount } from '../../api/api-types.ts'
import { CUSTOMERS } from '../../api/choices.ts'
import { couponQuery } from '../../api/coupons.ts'
import { discountsQuery } from '../../api/discounts.ts'
import { durationInWords, leftInWords, offInWords } from '../../ui/billing/discount-in-words.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { CustomerLink } from '../links/customer-link.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { useOrganization } from '../session/use-organization.ts'
import { CouponState } from './coupon-state.tsx'

type Props = { couponId: string; onClose: () => void }

/** Details of a coupon next to the list: its discount and its recipients. */
export function CouponPanel({ couponId, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(couponQuery(slug, couponId))
  return (
    <SidePanel title={data?.name ?? 'Coupon'} row={couponId} onClose={onClose}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={4} />}
      {data && (
        <Stack gap="lg">
          <Terms coupon={data} />
          <Holders couponId={couponId} />
        </Stack>
      )}
    </SidePanel>
  )
}

function Terms({ coupon }: { coupon: Coupon }) {
  return (
    <Facts
      facts={[
        ['Discount', offInWords(coupon)],
        ['Duration', durationInWords(coupon)],
        ['Times applied', formatCount(coupon.timesGiven)],
        ['Status', <CouponState key="state" isActive={coupon.isActive} />],
        ['Created', <Timestamp key="created" at={coupon.createdAt} />],
      ]}
    />
  )
}

const SHOWN_MAX = 50

function Holders({ couponId }: { couponId: string }) {
  const { slug } = useOrganization()
  const query = { couponId, limit: SHOWN_MAX }
  const { data, error, refetch } = useQuery(discountsQuery(slug, query))
  return (
    <Section title="Customers with this coupon">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={3} />}
      {data?.results.length === 0 && <Text c="dimmed">No customers yet.</Text>}
      {data?.results.map((discount) => (
        <Holder key={discount.id} discount={discount} />
      ))}
      {data && data.totalResults > data.results.length && (
        <Text size="sm" c="dimmed">
          Shows the latest {formatCount(data.results.length)} of {formatCount(data.totalResults)}.
        </Text>
      )}
    </Section>
  )
}

function Holder({ discount }: { discount: Discount }) {
  const { customerId, subscriptionId } = discount
  const customer = useChoice(CUSTOMERS, customerId)
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500} truncate component="div">
        <CustomerLink customerId={customerId} name={customer?.name ?? customerId} />
      </Text>
      <Text size="sm" c="dimmed">
        {subscriptionId === null ? 'All subscriptions' : 'One subscription'}.{' '}
        {leftInWords(discount)}.
      </Text>
    </Stack>
  )
}
