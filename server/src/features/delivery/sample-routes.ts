import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { fileOf, VALUE_LENGTH_MAX } from '../../platform/http/fields.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import type { PdfRenderer } from './documents/pdf/pdf.ts'
import { getSampleDocument } from './documents/sample.ts'

type SampleDeps = { db: Db; clock: BusinessClock; pdf: PdfRenderer }

const SampleQuery = Type.Object({
  organization: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description:
        'Slug or id of your organization, for a signed-in person; sent here because a link ' +
        'cannot send headers.',
    }),
  ),
})

export const sampleInvoiceRoutes: FastifyPluginAsyncTypebox<SampleDeps> = async (
  app,
  { db, clock, pdf },
) => {
  app.get(
    '/v1/organization/sample-invoice',
    {
      config: { permission: 'read', isDocument: true },
      schema: {
        tags: ['Organization'],
        operationId: 'getSampleInvoice',
        summary: 'Read a sample invoice as PDF',
        description:
          'A sample invoice with your current name, address, logo, currency and footer. Stores ' +
          'nothing.',
        querystring: SampleQuery,
        response: {
          200: {
            description: 'The document.',
            content: fileOf('application/pdf'),
          },
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const { businessNow } = clock.moment(organizationId)
      const document = await getSampleDocument(db, organizationId, businessNow)
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="Sample-invoice.pdf"')
        .header('cache-control', 'private, no-store')
        .send(await pdf.render(document))
    },
  )
}
