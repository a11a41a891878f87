import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import type { Invitation } from './api-types.ts'
import { api, apiOf, bodyOf } from './client.ts'
import type { Role } from './members.ts'

export type InvitationStatus = Invitation['status']

type InvitationPage = { page?: number; limit?: number; status?: InvitationStatus }

export const invitationsQuery = (organization: string, query: InvitationPage) =>
  queryOptions({
    queryKey: [organization, 'invitations', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/invitations', { params: { query }, signal })),
  })

/** Safe to repeat: an address has one invitation at a time. */
export const invite = (organization: string, body: { email: string; role: Role }) =>
  bodyOf(apiOf(organization).POST('/v1/invitations', { body }))

export const resendInvitation = (organization: string, invitationId: string) =>
  bodyOf(
    apiOf(organization).POST('/v1/invitations/{invitationId}/resend', {
      params: { path: { invitationId } },
    }),
  )

export const withdrawInvitation = (organization: string, invitationId: string) =>
  bodyOf(
    apiOf(organization).DELETE('/v1/invitations/{invitationId}', {
      params: { path: { invitationId } },
    }),
  )

/** Details of an invitation, for its recipient; null if the link does not exist. */
export const invitationLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation-link', token],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/v1/invitation-links/{token}', { params: { path: { token } }, signal }),
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

export const acceptInvitation = (token: string, body: { name?: string; password?: string }) =>
  bodyOf(api.POST('/v1/invitation-links/{token}/accept', { params: { path: { token } }, body }))
