import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { AllocationsSearch } from './allocations-search.ts'

type Props = AnchorProps & {
  allocationId: string
  /** Filters of the list that stay. */
  search?: AllocationsSearch
  title?: string
  children: ReactNode
}

/** Opens an allocation next to the list. */
export function AllocationLink({ allocationId, search = {}, children, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/cost-allocations"
      params={{ slug }}
      search={{ ...search, allocation: allocationId }}
      {...looks}
    >
      {children}
    </AnchorLink>
  )
}
