import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { sendCsv } from '../../platform/http/csv/csv.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { JOURNAL_TABLE, journalTable } from './journal.ts'
import { JournalQuery } from './schemas.ts'

type LedgerDeps = { db: Db; clock: BusinessClock }

export const ledgerRoutes: FastifyPluginAsyncTypebox<LedgerDeps> = async (app, { db, clock }) => {
  app.get(
    '/v1/ledger/journal.csv',
    {
      config: { isHeavy: true, permission: 'read', csv: [JOURNAL_TABLE] },
      schema: {
        tags: ['Analytics'],
        operationId: 'getJournal',
        summary: 'Export the journal in double entry',
        description:
          'For accounting software: what invoices, payments, refunds and credit did on these ' +
          'days, with account codes of the organization. Debits equal credits for each document ' +
          'and currency. Each whole month ends with the change of deferred revenue.',
        querystring: JournalQuery,
        response: {
          200: {
            description: 'All lines, by date.',
            content: { 'text/csv': { schema: Type.String() } },
          },
          ...errorResponses(422),
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const asked = { organizationId, query: request.query }
      return sendCsv(reply, journalTable(db, asked, clock.now(organizationId)))
    },
  )
}
