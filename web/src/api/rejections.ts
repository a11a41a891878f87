import { queryOptions } from '@tanstack/react-query'
import type { paths, RejectionCreate, RejectionWithdraw, RunRejectionCreate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type RejectionFilter = NonNullable<paths['/v1/rejections']['get']['parameters']['query']>

/** Rejections, the latest first, with those that were withdrawn. */
export const rejectionsQuery = (organization: string, query: RejectionFilter) =>
  queryOptions({
    queryKey: [organization, 'rejections', 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/rejections', { params: { query }, signal })),
  })

export const rejectEvent = (
  organization: string,
  eventId: string,
  body: RejectionCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/events/{eventId}/rejection', {
      params: { path: { eventId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

/** Rejects each outcome of a run that is billed. */
export const rejectRun = (
  organization: string,
  runId: string,
  body: RunRejectionCreate,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/runs/{runId}/rejection', {
      params: { path: { runId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const withdrawRejection = (
  organization: string,
  eventId: string,
  body: RejectionWithdraw,
  key: string,
) =>
  bodyOf(
    apiOf(organization).POST('/v1/events/{eventId}/rejection/withdraw', {
      params: { path: { eventId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  )
