import { Code, Text } from '@mantine/core'
import type { AuditEntry } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { ActorLink } from './actor-link.tsx'
import { AuditDetails } from './audit-details.tsx'
import { AuditRequest } from './audit-request.tsx'
import { StatusBadge } from './status-badge.tsx'

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  {
    header: 'Time',
    isTime: true,
    cell: ({ requestedAt }) => <Timestamp at={requestedAt} as="bare" />,
    width: 180,
  },
  { header: 'Actor', cell: ({ actor }) => <ActorLink actor={actor} /> },
  { header: 'Method', cell: ({ method }) => <Code>{method}</Code>, width: 90 },
  {
    header: 'Path',
    share: 36,
    cell: (entry) => (
      <>
        <Text ff="monospace" size="xs" truncate title={entry.path}>
          {entry.path}
        </Text>
        <AuditDetails entry={entry} />
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, width: 120 },
  { header: 'IP address', cell: ({ ipAddress }) => ipAddress, width: 140 },
]

/** A phone has no room for a column of each fact. */
export const PHONE_COLUMNS: readonly Column<AuditEntry>[] = [
  { header: 'Request', share: 1, cell: (entry) => <AuditRequest entry={entry} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]
