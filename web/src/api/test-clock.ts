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
