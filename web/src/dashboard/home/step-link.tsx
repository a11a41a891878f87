import { Anchor } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { Step } from './steps.ts'

type Props = { at: NonNullable<Step['at']>; title: string }

/** The way to where a step is done, for whoever may go there. */
export function StepLink({ at, title }: Props) {
  const { slug, may } = useOrganization()
  if ('reference' in at) {
    return (
      <Anchor href={`/docs${at.reference}`} size="sm" aria-label={`How: ${title}`}>
        How
      </Anchor>
    )
  }
  if (at.page === 'unknown-costs') {
    return (
      <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} size="sm">
        Unknown costs
      </AnchorLink>
    )
  }
  if (at.page === 'subscriptions') {
    return (
      <AnchorLink to="/o/$slug/subscriptions" params={{ slug }} size="sm">
        Subscriptions
      </AnchorLink>
    )
  }
  if (at.page === 'plans') {
    return (
      <AnchorLink to="/o/$slug/plans" params={{ slug }} size="sm">
        Plans
      </AnchorLink>
    )
  }
  if (at.page === 'keys') {
    return may('keys') ? (
      <AnchorLink to="/o/$slug/developers/keys" params={{ slug }} size="sm">
        API keys
      </AnchorLink>
    ) : null
  }
  return may('people') ? (
    <AnchorLink to="/o/$slug/settings/team" params={{ slug }} size="sm">
      Team
    </AnchorLink>
  ) : null
}
