import { Anchor, Text } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** Shown to a user who was removed from their last organization. */
export function NoOrganization() {
  return (
    <Centered title="You are not a member of any organization" foot={<SignOutButton />}>
      <Text>
        Ask an owner or an admin to invite you. Your account is not affected:{' '}
        <AnchorLink to="/account" underline="always">
          go to your account
        </AnchorLink>
        , or read the{' '}
        <Anchor href="/docs" underline="always">
          API reference
        </Anchor>
        .
      </Text>
    </Centered>
  )
}
