import { Button, Paper, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Facts } from '../../ui/layout/facts.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { draftFacts } from '../profile/draft-facts.ts'
import { findDraft } from '../session/draft.ts'
import { usePortalSession } from '../session/portal-session.ts'
import type { EndReason } from '../session/session-end.ts'
import { BackLink } from '../shell/back-link.tsx'
import { Frame } from '../shell/frame.tsx'

/** Shown after a session ends: the reason, the next step, and the unsaved draft. */
export function EndedPage({ reason }: { reason: EndReason }) {
  const session = usePortalSession()
  const { organizationName, customerId, returnUrl } = session
  const draft = findDraft(customerId)
  return (
    <Frame company={session}>
      <Stack gap="md">
        <PageTitle site={organizationName}>{TITLES[reason]}</PageTitle>
        <Text>
          Ask {organizationName} for a new link. If its emails contain “View your account”, you can
          also use that to get one.
          {reason === 'expired' && ' For security, a link is valid for one hour.'}
        </Text>
        {draft !== undefined && <Kept draft={draft} />}
        <BackLink returnUrl={returnUrl} />
      </Stack>
    </Frame>
  )
}

const TITLES: Readonly<Record<EndReason, string>> = {
  expired: 'Your session has expired',
  revoked: 'Your access has been revoked',
  missing: 'You are signed out',
}

function Kept({ draft }: { draft: Readonly<Record<string, string>> }) {
  const facts = draftFacts(draft)
  const { copied, copy } = useClipboard()
  return (
    <Paper withBorder p="md" component="section" aria-label="Unsaved changes">
      <Stack gap="sm" align="flex-start">
        <Text>
          Your changes are not saved yet. They are kept in this browser for one day, and are back in
          the form after you open a new link.
        </Text>
        <Facts facts={facts} />
        <Button
          variant="default"
          onClick={() => copy(facts.map(([name, value]) => `${name}: ${value}`).join('\n'))}
        >
          {copied ? 'Copied' : 'Copy my changes'}
        </Button>
      </Stack>
    </Paper>
  )
}
