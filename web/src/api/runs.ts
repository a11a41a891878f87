import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type { paths, Run, RunAssign } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type RunPage = NonNullable<paths['/v1/runs']['get']['parameters']['query']>

const LIVE_MS = 3_000

/** Key prefix of all queries of runs, so that they are invalidated together. */
const runsKey = (organization: string) => [organization, 'runs'] as const

const isChanging = ({ state, isAssigning }: Pick<Run, 'state' | 'isAssigning'>) =>
  state === 'open' || isAssigning

/** Runs, read again while the first one is awaited, or one of them changes. */
export const runsQuery = (organization: string, query: RunPage) =>
  queryOptions({
    queryKey: [...runsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/runs', { params: { query }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data && (data.totalResults === 0 || data.results.some(isChanging)) ? LIVE_MS : false,
  })

/** A run with its spans and events, read again while it changes; null if the id does not exist. */
export const runQuery = (organization: string, runId: string) =>
  queryOptions({
    queryKey: [...runsKey(organization), 'one', runId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/runs/{runId}', { params: { path: { runId } }, signal }),
      ).catch(nullIfAbsent),
    refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? LIVE_MS : false),
  })

export const assignRun = (organization: string, runId: string, body: RunAssign, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/runs/{runId}/assign', {
      params: { path: { runId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
