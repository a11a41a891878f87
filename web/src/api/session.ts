import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import type { Permission as PermissionRow, SetUp, SignIn } from './api-types.ts'
import { api, bodyOf } from './client.ts'

export type PermissionName = PermissionRow['name']

const FRESH_MS = 60_000

/** The signed-in user, with the permissions in each organization. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/session', { signal })),
  staleTime: FRESH_MS,
})

/** Information that a page needs before sign-in. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => bodyOf(api.GET('/v1/setup', { signal })),
})

export const setUp = (body: SetUp) => bodyOf(api.POST('/v1/setup', { body }))
export const signIn = (body: SignIn) => bodyOf(api.POST('/v1/auth/sign-in', { body }))
export const signOut = () => bodyOf(api.POST('/v1/auth/sign-out'))

export const forgotPassword = (body: { email: string }) =>
  bodyOf(api.POST('/v1/auth/forgot-password', { body }))
export const resetPassword = (body: { token: string; newPassword: string }) =>
  bodyOf(api.POST('/v1/auth/reset-password', { body }))

/** The signed-in user, or null on public pages. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) =>
    bodyOf(api.GET('/v1/session', { signal })).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})
