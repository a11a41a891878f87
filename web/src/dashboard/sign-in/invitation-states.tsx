import { Text } from '@mantine/core'
import type { InvitationLink } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'

const START = <AnchorLink to="/">Go to the start</AnchorLink>

export function InvitationUnknown() {
  return (
    <Centered title="This link is not one of ours" foot={START}>
      <Text>
        There is no invitation with this address. It may have been cut off: copy the whole link out
        of the mail, or ask for another one.
      </Text>
    </Centered>
  )
}

const ENDED = {
  accepted: {
    title: 'This invitation was accepted',
    text: 'It works only once. Sign in to go on.',
  },
  expired: {
    title: 'This invitation has expired',
    text: 'Ask whoever invited you to send it again.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'If you think that this is a mistake, ask whoever invited you.',
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
