import { listSearch } from '../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../ui/url/search-readers.ts'

const SORTS = ['createdAt', 'name'] as const
export type CouponSort = (typeof SORTS)[number]

export const couponsSearch = listSearch(SORTS, {
  isActive: oneOf(['true', 'false']),
  /** The coupon that is open next to the list. */
  coupon: uuid,
})
export type CouponsSearch = ReturnType<typeof couponsSearch>
