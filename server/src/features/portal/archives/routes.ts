import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { fileOf } from '../../../platform/http/fields.ts'
import { sendZip } from '../../../platform/http/zip.ts'
import { visitorOf } from '../../auth/principal.ts'
import { countShownByYear } from '../../invoices/shown/read.ts'
import { type ArchiveDeps, pdfsOfYear } from './archive.ts'
import { PortalArchiveList, PortalArchiveParams } from './schemas.ts'

const tags = ['Portal']
const config = { scope: 'portal' } as const
const RETRY_AFTER_SECONDS = 30

/** Routes for downloading all invoices of a year. */
export const portalArchiveRoutes: FastifyPluginAsyncTypebox<ArchiveDeps> = async (app, deps) => {
  app.get(
    '/v1/portal/invoices/archives',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalArchives',
        summary: 'List the years with invoices of a customer',
        response: { 200: PortalArchiveList },
      },
    },
    async (request) => ({ results: await countShownByYear(deps.db, visitorOf(request)) }),
  )
  /** Rendering a year occupies the PDF thread, so a customer has one archive at a time. */
  const inProgress = new Set<string>()
  app.get(
    '/v1/portal/invoices/archives/:year',
    {
      config,
      schema: {
        tags,
        operationId: 'getPortalArchive',
        summary: "Download a customer's invoices of a year",
        description:
          'The PDFs of all invoices issued in the year, in one ZIP archive. A customer can ' +
          'download one archive at a time.',
        params: PortalArchiveParams,
        response: {
          200: {
            description: 'The archive.',
            content: fileOf('application/zip'),
          },
          ...errorResponses(404),
        },
      },
    },
    async (request, reply) => {
      const { organizationId, customerId } = visitorOf(request)
      const { year } = request.params
      const years = await countShownByYear(deps.db, { organizationId, customerId })
      if (!years.some((one) => one.year === year)) return notFound('Archive')
      if (inProgress.has(customerId)) {
        throw new AppError('rate_limited', 'Another archive is being downloaded; retry later', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      inProgress.add(customerId)
      reply.raw.once('close', () => inProgress.delete(customerId))
      const entries = pdfsOfYear(deps, { organizationId, customerId }, year)
      return sendZip(reply.header('cache-control', 'private, no-store'), {
        name: `invoices-${year}.zip`,
        entries,
      })
    },
  )
}
