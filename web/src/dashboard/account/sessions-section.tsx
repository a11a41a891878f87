import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, ownSessionsQuery } from '../../api/account.ts'
import type { OwnSession } from '../../api/api-types.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { browserName } from './browser-name.ts'

export function SessionsSection() {
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  const endOthers = useEnding(endOtherSessions, 'All your other sessions have been signed out')
  const hasOthers = data !== undefined && data.results.length > 1
  return (
    <Section
      title="Sessions"
      about="Where you are signed in."
      action={
        hasOthers && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(undefined)}
          >
            Sign out all other sessions
          </Button>
        )
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={3} />}
      {data && (
        <Stack gap={8} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.results.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function SessionItem({ session }: { session: OwnSession }) {
  const end = useEnding(() => endSession(session.id), 'The session has been signed out')
  const name = browserName(session.userAgent)
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Group gap={8}>
            <Text fw={500}>{name}</Text>
            {session.isCurrent && <Badge>This session</Badge>}
          </Group>
          <Text size="xs" c="dimmed">
            {session.ipAddress ?? 'Unknown IP address'} · signed in{' '}
            <Timestamp at={session.createdAt} as="distance" />
          </Text>
        </Stack>
        {!session.isCurrent && (
          <Button
            variant="default"
            loading={end.isPending}
            aria-label={`Sign out ${name}`}
            onClick={() => end.mutate(undefined)}
          >
            Sign out
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function useEnding(run: () => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
      toast(done)
    },
    onError: (error) => toast(error.message),
  })
}
