import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { portalLinkQuery, portalSessionQuery } from '../../api/portal.ts'
import { Centered } from '../../ui/layout/centered.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Frame } from '../shell/frame.tsx'
import { LINK_TEXTS, type LinkState } from './link-texts.ts'

/**
 * Explains why a link shows no account and what to do. A customer who is still signed in can
 * continue.
 */
export function LinkPage({ state }: { state: LinkState }) {
  const { title, text } = LINK_TEXTS[state]
  // Details exist only for a link that was followed without success.
  const isFollowed = ['used', 'expired', 'revoked'].includes(state)
  const { data: link } = useQuery({ ...portalLinkQuery, enabled: isFollowed })
  if (link == null) {
    return (
      <Centered title={title}>
        <Text>{text('the company that sends your invoices')}</Text>
        <ContinueLink state={state} />
      </Centered>
    )
  }
  return (
    <Frame company={link}>
      <Stack gap="md">
        <PageTitle site={link.organizationName}>{title}</PageTitle>
        <Text>{text(link.organizationName)}</Text>
        <ContinueLink state={state} />
        <BackLink returnUrl={link.returnUrl} />
      </Stack>
    </Frame>
  )
}

/** Links to the account if this browser is still signed in through an earlier link. */
function ContinueLink({ state }: { state: LinkState }) {
  const isAsked = state !== 'missing' && state !== 'signed-out'
  const { data: session } = useQuery({ ...portalSessionQuery, retry: false, enabled: isAsked })
  if (!isAsked || session === undefined) return null
  return (
    <Stack gap="sm">
      <Text>
        This browser is still signed in to the account of {session.customerName} with{' '}
        {session.organizationName}.
      </Text>
      <Group>
        <Button component="a" href="/portal">
          Continue
        </Button>
      </Group>
    </Stack>
  )
}
