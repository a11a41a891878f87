import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

const MOVING_MS = 1_000

/** Business time of a test deployment; polled while the clock is moving. */
export const testClockQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'test-clock'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/test-clock', { signal })),
    refetchInterval: ({ state }) => (state.data?.movingTo ? MOVING_MS : false),
  })

type Between = { startDate?: string; endDate?: string }

/** Events of the clock in a range of time, past and future. */
export const timelineQuery = (organization: string, query: Between) =>
  queryOptions({
    queryKey: [organization, 'timeline', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/test-clock/timeline', { params: { query }, signal })),
  })

/**
 * Returns the position of the clock after ten seconds at the latest; the move continues in the
 * service.
 */
export const moveTestClock = (organization: string, now: string, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/test-clock', {
      params: { header: { 'Idempotency-Key': key } },
      body: { now },
    }),
  )
