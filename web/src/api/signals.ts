import { queryOptions } from '@tanstack/react-query'
import type { paths, SignalUpdate } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

type SignalPage = NonNullable<paths['/v1/signals']['get']['parameters']['query']>

export const signalsKey = (organization: string) => [organization, 'signals'] as const

export const signalsQuery = (organization: string, query: SignalPage) =>
  queryOptions({
    queryKey: [...signalsKey(organization), query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/signals', { params: { query }, signal })),
  })

type NewSignal = { agentId: string; name: string }

/** Creates all signals or none. */
export const createSignals = (organization: string, signals: NewSignal[], key: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/signals/bulk', {
      params: { header: { 'Idempotency-Key': key } },
      body: { signals },
    }),
  )

export const updateSignal = (organization: string, signalId: string, body: SignalUpdate) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/signals/{signalId}', { params: { path: { signalId } }, body }),
  )

export const deleteSignal = (organization: string, signalId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/signals/{signalId}', { params: { path: { signalId } } }))
