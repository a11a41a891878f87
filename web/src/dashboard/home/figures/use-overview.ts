import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Days, overviewQuery } from '../../../api/figures.ts'
import { groupingOf } from '../../figures/grouping.ts'
import { useOrganization } from '../../session/use-organization.ts'

/** The overview of a date range; idle without one. */
export function useOverview(range: Days | undefined) {
  const { slug } = useOrganization()
  const asked = range && {
    startDate: range.startDate,
    endDate: range.endDate,
    groupBy: groupingOf(range),
  }
  return useQuery({ ...overviewQuery(slug, asked), placeholderData: keepPreviousData })
}
