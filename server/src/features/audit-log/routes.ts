import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../platform/database.ts'
import { sendCsv, wantsCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import { AUDIT_LOG_TABLE, exportAuditLog, listAuditLog } from './list.ts'
import { AuditLogPage, AuditLogQuery } from './schemas.ts'

export const auditLogRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async (app, { db }) => {
  app.get(
    '/v1/audit-log',
    {
      config: { scope: 'user', permission: 'audit_log', csv: [AUDIT_LOG_TABLE] },
      schema: {
        tags: ['Audit log'],
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        description:
          'Every request made with an API key of the organization or by its people, kept ' +
          'permanently; latest first. Sign-ins of its people, refused ones too, and changes and ' +
          'resets of their passwords are included. Each page has cursors to its neighbors, and there is no ' +
          'total. As CSV, all entries.',
        querystring: AuditLogQuery,
        response: { 200: AuditLogPage, ...errorResponses(422) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      return wantsCsv(request)
        ? sendCsv(reply, exportAuditLog(db, organizationId, request.query))
        : listAuditLog(db, organizationId, request.query)
    },
  )
}
