import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import type { BulkCorrectionCreate, ModelMappingCreate, paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type EventFilter = NonNullable<paths['/v1/events']['get']['parameters']['query']>

/** Includes events older than thirty days, which the API omits by default. */
const ALL_TIME_START = '1970-01-01'

export const eventsQuery = (organization: string, query: EventFilter) =>
  queryOptions({
    queryKey: [organization, 'events', 'list', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/events', { params: { query }, signal })),
  })

/** Counts matching events without reading them; cheap enough for polling. */
export const eventCountQuery = (organization: string, filter: EventFilter) =>
  queryOptions({
    queryKey: [organization, 'events', 'count', filter],
    queryFn: async ({ signal }) => {
      const params = { query: { ...filter, limit: 1 } }
      const asked = apiOf(organization).GET('/v1/events', { params, signal })
      return (await bodyOf(asked)).totalResults
    },
  })

/** An event with its prices; null if the id does not exist. */
export const eventQuery = (organization: string, eventId: string) =>
  queryOptions({
    queryKey: [organization, 'events', 'one', eventId],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/events/{eventId}', { params: { path: { eventId } }, signal }),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

export const uncostedQuery = (organization: string) =>
  queryOptions({
    queryKey: [organization, 'events', 'uncosted'],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/events/needs-cost-backfill', {
          params: { query: { startDate: ALL_TIME_START } },
          signal,
        }),
      ),
  })

type ModelTarget = paths['/v1/events/map-model/estimate']['get']['parameters']['query']

/** Estimated cost of the events that wait for a model, at the price of a catalog entry. */
export const mappingEstimateQuery = (organization: string, query: ModelTarget) =>
  queryOptions({
    queryKey: [organization, 'events', 'mapping-estimate', query],
    queryFn: ({ signal }) =>
      bodyOf(
        apiOf(organization).GET('/v1/events/map-model/estimate', { params: { query }, signal }),
      ),
  })

export const previewCorrections = (organization: string, body: BulkCorrectionCreate) =>
  bodyOf(apiOf(organization).POST('/v1/events/corrections/preview', { body }))

export const correctEvents = (organization: string, body: BulkCorrectionCreate, key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/events/corrections', {
      params: { header: { 'Idempotency-Key': key } },
      body,
    }),
  )

export const mapModel = (organization: string, body: ModelMappingCreate) =>
  bodyOf(apiOf(organization).POST('/v1/events/map-model', { body }))
