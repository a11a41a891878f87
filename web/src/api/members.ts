import { queryOptions } from '@tanstack/react-query'
import type { Member } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type Role = Member['role']

type MemberPage = {
  page?: number
  limit?: number
  search?: string
  sortBy?: 'createdAt' | 'name'
  sortOrder?: 'asc' | 'desc'
}

export const membersQuery = (organization: string, query: MemberPage) =>
  queryOptions({
    queryKey: [organization, 'members', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/members', { params: { query }, signal })),
  })

export const changeRole = (organization: string, memberId: string, role: Role) =>
  bodyOf(
    apiOf(organization).PATCH('/v1/members/{memberId}', {
      params: { path: { memberId } },
      body: { role },
    }),
  )

export const removeMember = (organization: string, memberId: string) =>
  bodyOf(apiOf(organization).DELETE('/v1/members/{memberId}', { params: { path: { memberId } } }))

export const leaveOrganization = (organization: string) =>
  bodyOf(apiOf(organization).POST('/v1/members/leave'))
