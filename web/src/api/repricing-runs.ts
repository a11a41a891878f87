import { queryOptions } from '@tanstack/react-query'
import { nullIfAbsent } from './api-error.ts'
import type {
  paths,
  RepricingPreviewCreate,
  RepricingRun,
  RepricingRunCreate,
} from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type RunPage = NonNullable<paths['/v1/repricing-runs']['get']['parameters']['query']>

const LIVE_MS = 3_000

/** Key prefix of all queries of runs, so that they are invalidated together. */
export const repricingRunsKey = (organization: string) => [organization, 'repricing-runs'] as const

export const isOpenRun = ({ state }: Pick<RepricingRun, 'state'>): boolean =>
  state === 'queued' || state === 'running'

/** Runs, read again while one of them has not ended. */
export const repricingRunsQuery = (organization: string, query: RunPage) =>
  queryOptions({
    queryKey: [...repricingRunsKey(organization), 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/repricing-runs', { params: { query }, signal })),
    refetchInterval: ({ state }) => (state.data?.results.some(isOpenRun) ? LIVE_MS : false),
  })

/** A run, read again until it ends; null if the id does not exist. */
export const repricingRunQuery = (organization: string, runId: string) =>
  queryOptions({
    queryKey: [...repricingRunsKey(organization), 'one', runId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/repricing-runs/{runId}', {
          params: { path: { runId } },
          signal,
        }),
      ).catch(nullIfAbsent),
    refetchInterval: ({ state }) => (state.data && isOpenRun(state.data) ? LIVE_MS : false),
  })

export const previewRepricing = (organization: string, body: RepricingPreviewCreate) =>
  bodyOf(apiOf(organization).POST('/v1/repricing-runs/preview', { body }))

export const createRepricingRun = (organization: string, body: RepricingRunCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/repricing-runs', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const cancelRepricingRun = (organization: string, runId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/repricing-runs/{runId}/cancel', { params: { path: { runId } } }),
  )

export const reverseRepricingRun = (organization: string, runId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/repricing-runs/{runId}/reverse', {
      params: { path: { runId } },
      body: {},
    }),
  )
