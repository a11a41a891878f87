import { Box, Text } from '@mantine/core'
import type { AuditEntry } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { AuditDetails } from './audit-details.tsx'

type Props = { entry: AuditEntry }

/** A request with its time and its author, as a phone shows it. */
export function AuditRequest({ entry }: Props) {
  const { slug } = useOrganization()
  const { method, path, requestedAt, actor, ipAddress } = entry
  return (
    <Box style={{ whiteSpace: 'normal' }}>
      <Text ff="monospace" size="xs">
        <b>{method}</b> {path}
      </Text>
      <Text size="xs" c="dimmed">
        <Timestamp at={requestedAt} />
      </Text>
      <Text size="xs" c="dimmed">
        <AnchorLink
          to="/o/$slug/developers/audit-log"
          params={{ slug }}
          search={{ actorId: actor.id }}
          size="xs"
          underline="always"
          title={actor.email ?? actor.hint ?? actor.id}
        >
          {actor.name ?? 'Deleted'}
        </AnchorLink>
        {ipAddress !== null && ` · ${ipAddress}`}
      </Text>
      <AuditDetails entry={entry} />
    </Box>
  )
}
