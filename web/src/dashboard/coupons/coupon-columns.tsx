import { Text } from '@mantine/core'
import type { Coupon } from '../../api/api-types.ts'
import { durationInWords, offInWords } from '../../ui/billing/discount-in-words.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { CouponMenu } from './coupon-menu.tsx'
import { CouponState } from './coupon-state.tsx'
import type { CouponsSearch } from './coupons-search.ts'

/** A coupon opens next to the list, which keeps its filters. */
export const couponColumns = (search: CouponsSearch): readonly Column<Coupon>[] => [
  {
    header: 'Name',
    share: 36,
    sort: 'name',
    cell: (coupon) => <Name coupon={coupon} search={search} />,
  },
  { header: 'Discount', cell: offInWords, width: 130 },
  { header: 'Duration', cell: durationInWords, width: 130 },
  {
    header: 'Times applied',
    cell: ({ timesGiven }) => formatCount(timesGiven),
    isFigure: true,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Status',
    cell: ({ isActive }) => <CouponState isActive={isActive} />,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Created',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 130,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (coupon) => <CouponMenu coupon={coupon} />,
    width: 48,
  },
]

function Name({ coupon: { id, name }, search }: { coupon: Coupon; search: CouponsSearch }) {
  const { slug } = useOrganization()
  return (
    <Text size="sm" fw={500} truncate component="div">
      <AnchorLink
        to="/o/$slug/coupons"
        params={{ slug }}
        search={{ ...search, coupon: id }}
        title={name}
      >
        {name}
      </AnchorLink>
    </Text>
  )
}
