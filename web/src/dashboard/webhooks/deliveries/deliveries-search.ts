import { listSearch } from '../../../ui/url/list-search.ts'
import { oneOf, uuid } from '../../../ui/url/search-readers.ts'
import { announcementType } from '../announcement-types.ts'

export const DELIVERY_STATUSES = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
} as const

export const deliveriesSearch = listSearch(['createdAt'], {
  status: oneOf(['pending', 'succeeded', 'failed']),
  type: announcementType,
  /** The announcement whose delivery is open next to the list. */
  delivery: uuid,
})
export type DeliveriesSearch = ReturnType<typeof deliveriesSearch>
