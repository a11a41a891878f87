import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { organizationOf } from '../../auth/principal.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { BulkCorrectionCreate } from '../../events/corrections/bulk/fields.ts'
import { previewCorrections } from './preview.ts'
import { BulkCorrectionPreview } from './schemas.ts'

export type CorrectionPreviewDeps = { db: Db; catalog: Catalog; clock: BusinessClock }

export const correctionPreviewRoutes: FastifyPluginAsyncTypebox<CorrectionPreviewDeps> = async (
  app,
  deps,
) => {
  app.post(
    '/v1/events/corrections/preview',
    {
      config: { permission: 'correct_usage' },
      schema: {
        tags: ['Events'],
        operationId: 'previewCorrections',
        summary: 'Preview corrections of many usage events',
        description:
          'Reads a file of corrections and returns what it would change: events, units, costs, and ' +
          'each invoice, with the units and the amount that a draft or the settlement of a final ' +
          'invoice changes by. Nothing is changed.',
        body: BulkCorrectionCreate,
        response: { 200: BulkCorrectionPreview },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const at = deps.clock.moment(organizationId).businessNow
      return previewCorrections(deps, { organizationId, input: request.body, at })
    },
  )
}
