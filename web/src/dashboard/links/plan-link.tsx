import type { AnchorProps } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = AnchorProps & { planId: string; name: string }

/** Links to the page of a plan. */
export function PlanLink({ planId, name, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/plans/$planId"
      params={{ slug, planId }}
      title={looks.truncate ? name : undefined}
      {...looks}
    >
      {name}
    </AnchorLink>
  )
}
