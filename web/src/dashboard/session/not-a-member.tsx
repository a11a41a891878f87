import { Text } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Centered } from '../../ui/layout/centered.tsx'

/** Shown for an organization without membership and for one that does not exist. */
export function NotAMember() {
  return (
    <Centered title="Page not found">
      <Text>
        The address may be mistyped, or it belongs to an organization that you are not a member of.{' '}
        <AnchorLink to="/" underline="always">
          Go to your own organization
        </AnchorLink>
        .
      </Text>
    </Centered>
  )
}
