import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { RepricingSearch } from './repricing-search.ts'

type Props = AnchorProps & {
  runId: string
  /** Filters of the list that stay. */
  search?: RepricingSearch
  title?: string
  children: ReactNode
}

/** Opens a run next to the list. */
export function RunLink({ runId, search = {}, children, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/repricing"
      params={{ slug }}
      search={{ ...search, run: runId }}
      {...looks}
    >
      {children}
    </AnchorLink>
  )
}
