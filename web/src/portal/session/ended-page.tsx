import { Stack, Text } from '@mantine/core'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Frame } from '../shell/frame.tsx'
import { usePortalSession } from './portal-session.ts'
import type { EndReason } from './session-end.ts'

/** What there is after the hour: why, and what to do. */
export function EndedPage({ reason }: { reason: EndReason }) {
  const session = usePortalSession()
  const { organizationName, returnUrl } = session
  return (
    <Frame company={session}>
      <Stack gap="md">
        <PageTitle site={organizationName}>{TITLES[reason]}</PageTitle>
        <Text>
          Ask {organizationName} for a fresh link, or use “View your account” in one of its e-mails.
          {reason === 'expired' && ' A link lasts one hour, so that nobody else can use it later.'}
        </Text>
        <BackLink returnUrl={returnUrl} />
      </Stack>
    </Frame>
  )
}

const TITLES: Readonly<Record<EndReason, string>> = {
  expired: 'Your hour is over',
  revoked: 'Your access was withdrawn',
  missing: 'You are signed out',
}
