import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { organizationOf } from '../auth/principal.ts'
import { withCustomerId } from '../customers/named-customer.ts'
import { getEmailDocument, sendDocument } from './document.ts'
import { Email, EmailDocumentQuery, EmailList, EmailListQuery, EmailParams } from './schemas.ts'
import { getEmail, listEmails } from './service.ts'

const tags = ['Emails']

export const emailRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/emails',
    {
      config: { permission: 'captured_mail' },
      schema: {
        tags,
        operationId: 'listEmails',
        summary: 'List emails',
        description: 'Emails to customers, sent or queued.',
        querystring: EmailListQuery,
        response: { 200: EmailList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return listEmails(db, organizationId, query)
    },
  )
  app.get(
    '/v1/emails/:emailId',
    {
      config: { permission: 'captured_mail' },
      schema: {
        tags,
        operationId: 'getEmail',
        summary: 'Read an email',
        description: 'With its content, as HTML and as plain text.',
        params: EmailParams,
        response: { 200: Email },
      },
    },
    (request) =>
      getEmail(db, { organizationId: organizationOf(request), id: request.params.emailId }),
  )
  app.get(
    '/v1/emails/:emailId/document',
    {
      config: { permission: 'captured_mail', isDocument: true },
      schema: {
        tags,
        operationId: 'getEmailDocument',
        summary: 'Read an email as a document',
        description:
          'The message as its recipient sees it, for display in a frame: it cannot run scripts, ' +
          'load resources or follow links.',
        params: EmailParams,
        querystring: EmailDocumentQuery,
        response: {
          200: {
            description: 'The message as HTML.',
            content: { 'text/html': { schema: Type.String() } },
          },
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.emailId }
      return sendDocument(reply, await getEmailDocument(db, key))
    },
  )
}
