import { Stack, Text } from '@mantine/core'
import type { AuditActor } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** The author of a request, with a link to all requests of the same author. */
export function ActorLink({ actor: { id, name, hint, email } }: { actor: AuditActor }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={0}>
      <AnchorLink
        to="/o/$slug/developers/audit-log"
        params={{ slug }}
        search={{ actorId: id }}
        size="sm"
      >
        {name ?? 'Deleted'}
      </AnchorLink>
      <Text size="xs" c="dimmed">
        {email ?? hint ?? id}
      </Text>
    </Stack>
  )
}
