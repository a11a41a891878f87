import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Days, overviewQuery } from '../../../api/figures.ts'
import { groupingOf } from '../../figures/grouping.ts'
import { useOrganization } from '../../session/use-organization.ts'

/** The overview of a date range, which several panels of Home show. */
export function useOverview(days: Days) {
  const { slug } = useOrganization()
  return useQuery({
    ...overviewQuery(slug, { ...days, groupBy: groupingOf(days) }),
    placeholderData: keepPreviousData,
  })
}
