import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { CostRatesSearch } from './cost-rates-search.ts'

type Props = AnchorProps & {
  costRateId: string
  /** Filters of the list that stay. */
  search?: CostRatesSearch
  title?: string
  children: ReactNode
}

/** Opens an own rate next to the list. */
export function CostRateLink({ costRateId, search = {}, children, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/developers/cost-rates"
      params={{ slug }}
      search={{ ...search, rate: costRateId }}
      {...looks}
    >
      {children}
    </AnchorLink>
  )
}
