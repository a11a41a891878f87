import { Text } from '@mantine/core'
import type { InvitationLink } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'

const START = <AnchorLink to="/">Go to the start page</AnchorLink>

export function InvitationUnknown() {
  return (
    <Centered title="Invitation not found" foot={START}>
      <Text>
        This link does not belong to an invitation. It may be incomplete: copy the whole link from
        the email, or ask for a new one.
      </Text>
    </Centered>
  )
}

const ENDED = {
  accepted: {
    title: 'This invitation has already been accepted',
    text: 'An invitation works only once. Sign in to continue.',
  },
  expired: {
    title: 'This invitation has expired',
    text: 'Ask the person who invited you to send it again.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'If you think this is a mistake, ask the person who invited you.',
  },
}

export function InvitationEnded({
  invitation: { status, organization },
}: {
  invitation: Pick<InvitationLink, 'organization'> & { status: keyof typeof ENDED }
}) {
  const { title, text } = ENDED[status]
  return (
    <Centered title={title} foot={<AnchorLink to="/sign-in">Sign in</AnchorLink>}>
      <Text>
        It was for the organization <b>{organization.name}</b>. {text}
      </Text>
    </Centered>
  )
}
