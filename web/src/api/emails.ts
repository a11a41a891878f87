import { queryOptions } from '@tanstack/react-query'
import type { paths } from './api-types.ts'
import { apiOf, bodyOf } from './client.ts'

export type EmailPage = NonNullable<paths['/v1/emails']['get']['parameters']['query']>

export const emailsQuery = (organization: string, query: EmailPage) =>
  queryOptions({
    queryKey: [organization, 'emails', query],
    queryFn: ({ signal }) =>
      bodyOf(apiOf(organization).GET('/v1/emails', { params: { query }, signal })),
  })

/** URL of an email for a frame. A frame sends no header, so the URL names the organization. */
export const emailDocumentAddress = (organization: string, emailId: string) =>
  `/v1/emails/${encodeURIComponent(emailId)}/document?organization=${encodeURIComponent(organization)}`
