import type { Announcement } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { ObjectLink } from '../object-link.tsx'
import { TypeName } from '../type-name.tsx'
import { objectIdOf } from './object-id.ts'

export const ANNOUNCEMENT_COLUMNS: readonly Column<Announcement>[] = [
  {
    header: 'Time',
    isTime: true,
    isOffPhone: true,
    width: 190,
    cell: ({ timestamp }) => <Timestamp at={timestamp} as="bare" />,
  },
  { header: 'Type', share: 30, cell: (announcement) => <Type announcement={announcement} /> },
  {
    header: 'Object',
    share: 50,
    cell: ({ type, customerId, data }) => (
      <ObjectLink of={{ type, customerId, objectId: objectIdOf(data) }} data={data} />
    ),
  },
]

/** Opens the announcement next to the list, which keeps its filters. */
function Type({ announcement: { id, type } }: { announcement: Announcement }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/announcements"
      params={{ slug }}
      search={(search) => ({ ...search, announcement: id })}
      resetScroll={false}
      size="sm"
      fw={500}
      display="block"
      truncate
      title={type}
    >
      <TypeName type={type} />
    </AnchorLink>
  )
}
