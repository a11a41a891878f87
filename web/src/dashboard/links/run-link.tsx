import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = AnchorProps & { runId: string; title?: string; children: ReactNode }

/** Links to the page of a run. */
export function RunLink({ runId, children, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink to="/o/$slug/runs/$runId" params={{ slug, runId }} {...looks}>
      {children}
    </AnchorLink>
  )
}
