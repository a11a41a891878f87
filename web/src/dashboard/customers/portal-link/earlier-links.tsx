import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PortalSession } from '../../../api/api-types.ts'
import { portalSessionsQuery, revokePortalSession } from '../../../api/portal-sessions.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { usePreference } from '../../../ui/preferences/preferences.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import { formatInstant } from '../../../ui/values/dates.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './portal-link.module.css'

const HEIGHT = 72

const STATES = {
  open: { tone: 'waiting', label: 'Not opened' },
  used: { tone: 'good', label: 'Opened' },
  expired: { tone: 'over', label: 'Expired' },
  revoked: { tone: 'over', label: 'Revoked' },
} as const

/** Recent portal links of a customer, except the one just created. */
export function EarlierLinks({
  customerId,
  madeId,
}: {
  customerId: string
  madeId?: string | undefined
}) {
  const { slug } = useOrganization()
  const query = useQuery(portalSessionsQuery(slug, customerId))
  return (
    <Section title="Previous links">
      <Loaded query={query} height={HEIGHT}>
        {(sessions) => {
          const earlier = sessions.filter(({ id }) => id !== madeId)
          if (earlier.length === 0) return <Text c="dimmed">No previous links.</Text>
          return (
            <ul className={classes.links}>
              {earlier.map((session) => (
                <EarlierLink key={session.id} session={session} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}

function EarlierLink({ session }: { session: PortalSession }) {
  const { id, customerId, createdAt, state, isExpired } = session
  const { slug } = useOrganization()
  const zone = usePreference('zone')
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revokePortalSession(slug, id),
    onSuccess: () => queryClient.invalidateQueries(portalSessionsQuery(slug, customerId)),
  })
  const canEnd = !isExpired && (state === 'open' || state === 'used')
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Timestamp at={createdAt} />
          {session.returnUrl !== null && (
            <Text size="xs" c="dimmed">
              Back to {session.returnUrl}
            </Text>
          )}
        </Stack>
        <Group gap="sm">
          <StateBadge {...STATES[state]} />
          {canEnd && (
            <Button
              variant="default"
              size="compact-sm"
              loading={isPending}
              aria-label={`Revoke the link of ${formatInstant(createdAt, zone)}`}
              onClick={() => mutate()}
            >
              Revoke
            </Button>
          )}
        </Group>
      </Group>
      {error && <Problem error={error} />}
    </li>
  )
}
