import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Discount } from '../../api/api-types.ts'
import { subscriptionsOf } from '../../api/choices.ts'
import { discountsQuery } from '../../api/discounts.ts'
import { isRunning, leftInWords, offInWords } from '../../ui/billing/discount-in-words.ts'
import { Section } from '../../ui/layout/section.tsx'
import { NoRows } from '../../ui/states/empty.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { EndDiscount } from './end-discount.tsx'

const GiveCouponDialog = lazy(() => import('./give-coupon-dialog.tsx'))
const SHOWN_MAX = 100

type Props = {
  customerId: string
  /**
   * Limits the list to discounts on this subscription's invoices: its own and those of the
   * customer.
   */
  of?: { subscriptionId: string; dealId: string }
}

/** Discounts of a customer or a subscription, and the number of invoices left. */
export function DiscountsSection({ customerId, of }: Props) {
  const { slug } = useOrganization()
  const [isGiving, giving] = useDisclosure()
  const query = useQuery(discountsQuery(slug, { customerId, limit: SHOWN_MAX }))
  const shown = query.data?.results.filter(
    ({ dealId }) => of === undefined || dealId === null || dealId === of.dealId,
  )
  const rows = shown && [...shown.filter(isRunning), ...shown.filter((one) => !isRunning(one))]
  return (
    <Section
      title="Discounts"
      about={
        rows?.length
          ? 'Discounts on the whole customer apply first, each to the amount left by the previous one.'
          : undefined
      }
      action={
        <AllowedButton permission="write" variant="default" onClick={giving.open}>
          Apply a coupon
        </AllowedButton>
      }
    >
      <DataTable
        name="Discounts"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={{ ...query, data: rows && { results: rows } }}
        pages={
          query.data !== undefined &&
          query.data.totalResults > SHOWN_MAX && (
            <Text size="sm" c="dimmed" p="xs">
              Shows the latest {SHOWN_MAX} of {query.data.totalResults}.
            </Text>
          )
        }
        empty={<NoRows>No discounts. Invoices are billed at the plan’s prices.</NoRows>}
      />
      <Suspense>
        {isGiving && (
          <GiveCouponDialog
            customerId={customerId}
            {...(of ? { subscriptionId: of.subscriptionId } : {})}
            onClose={giving.close}
          />
        )}
      </Suspense>
    </Section>
  )
}

const COLUMNS: readonly Column<Discount>[] = [
  {
    header: 'Coupon',
    cell: ({ name }) => (
      <Text size="sm" fw={500} maw="clamp(120px, 20vw, 320px)" truncate title={name}>
        {name}
      </Text>
    ),
  },
  { header: 'Discount', cell: offInWords, width: 130 },
  { header: 'Applies to', cell: (one) => <Reach discount={one} />, isOffPhone: true },
  { header: 'Remaining', cell: leftInWords, width: 210 },
  {
    header: 'Status',
    cell: (one) =>
      isRunning(one) ? (
        <StateBadge tone="good" label="Active" />
      ) : (
        <StateBadge tone="over" label={one.endedAt === null ? 'Used up' : 'Ended'} />
      ),
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Applied',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (one) => (one.endedAt === null ? <EndDiscount discount={one} /> : null),
    width: 48,
  },
]

function Reach({ discount: { customerId, subscriptionId } }: { discount: Discount }) {
  const subscription = useChoice(subscriptionsOf(customerId), subscriptionId ?? undefined)
  if (subscriptionId === null) return 'All subscriptions'
  return (
    <Text size="sm" maw={240} truncate title={subscription?.name}>
      {subscription?.name}
    </Text>
  )
}
