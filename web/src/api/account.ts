import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/sessions', { signal })),
})

export const updateAccount = (body: { name: string }) => bodyOf(api.PATCH('/v1/account', { body }))

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  bodyOf(api.POST('/v1/auth/change-password', { body }))

export const endSession = (sessionId: string) =>
  bodyOf(api.DELETE('/v1/sessions/{sessionId}', { params: { path: { sessionId } } }))

export const endOtherSessions = () => bodyOf(api.POST('/v1/sessions/end-others'))
