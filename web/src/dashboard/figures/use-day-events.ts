import { useNavigate } from '@tanstack/react-router'
import type { Days } from '../../api/figures.ts'
import type { Opening } from '../../ui/charts/series.ts'
import { useOrganization } from '../session/use-organization.ts'
import { bucketDays, groupingOf } from './grouping.ts'

/** Filters of events. */
export type EventsOf = { customerId?: string; agentId?: string; signalId?: string }

/**
 * Opens the events behind a point of a chart. With the days of the chart, a point may be a week or
 * a month; otherwise it is a day.
 */
export function useDayEvents(of: EventsOf, days?: Days): Opening {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  return {
    open: (at) => {
      const { startDate, endDate } =
        days === undefined ? { startDate: at, endDate: at } : bucketDays(at, groupingOf(days), days)
      void navigate({
        to: '/o/$slug/events',
        params: { slug },
        search: { ...of, from: startDate, to: endDate },
      })
    },
    hint: 'Click to open the events',
  }
}
