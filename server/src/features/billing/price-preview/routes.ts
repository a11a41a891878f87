import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { previewPrices } from './preview.ts'
import { readPreviewRequest } from './read-request.ts'
import { PricePreview, PricePreviewRequest } from './schemas.ts'

export const pricePreviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/v1/pricing-strategies/preview',
    {
      config: { permission: 'write', idempotencyHeader: false },
      validatorCompiler: exceptBodies(app.validatorCompiler),
      schema: {
        tags: ['Pricing strategies'],
        operationId: 'previewPricingStrategies',
        summary: 'Preview prices',
        description:
          'Prices unsaved pricing strategies for one whole billing period: the lines of its ' +
          'invoice, and the amounts for other quantities. Stores nothing.',
        body: PricePreviewRequest,
        response: { 200: PricePreview },
      },
    },
    async (request) => previewPrices(readPreviewRequest(request.body)),
  )
}
