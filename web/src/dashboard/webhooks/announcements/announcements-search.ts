import type { AnnouncementFilter } from '../../../api/announcements.ts'
import { listSearch } from '../../../ui/url/list-search.ts'
import { daysOf, RANGE_READERS } from '../../../ui/url/range-search.ts'
import { given, uuid } from '../../../ui/url/search-readers.ts'
import { announcementType } from '../announcement-types.ts'

export const announcementsSearch = listSearch([], {
  type: announcementType,
  customerId: uuid,
  objectId: uuid,
  ...RANGE_READERS,
  /** The announcement that is open next to the list. */
  announcement: uuid,
})
export type AnnouncementsSearch = ReturnType<typeof announcementsSearch>

export const NO_FILTERS = {
  type: undefined,
  customerId: undefined,
  objectId: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
} satisfies AnnouncementsSearch

/** Converts the URL to an API query. */
export function filterOf(search: AnnouncementsSearch, now: Date): AnnouncementFilter {
  const { type, customerId, objectId } = search
  return { ...given({ type: type && [type], customerId, objectId }), ...daysOf(search, now) }
}
