import { queryOptions } from '@tanstack/react-query'
import { apiOf, bodyOf } from './client.ts'

const MOVING_MS = 1_000

/** Business time of a test deployment. While the clock is being moved, it is asked again and again. */
export const testClockQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'test-clock'],
    queryFn: ({ signal }) => bodyOf(apiOf(organization).GET('/v1/test-clock', { signal })),
    refetchInterval: ({ state }) => (state.data?.movingTo ? MOVING_MS : false),
  })

type Between = { startDate?: string; endDate?: string }

/** What the clock has brought in a time, and what it will. */
export const timelineQuery = (organization: string, query: Between) =>
  queryOptions({
    queryKey: [organization, 'timeline', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/test-clock/timeline', { params: { query }, signal })),
  })

/** Answers where the clock is after ten seconds at the latest; the move goes on without us. */
export const moveTestClock = (organization: string, now: string, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/test-clock', {
      params: { header: { 'Idempotency-Key': key } },
      body: { now },
    }),
  )
