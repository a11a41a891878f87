import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { changePrices, withdrawChange } from '../../pricing-plans/prices/change-prices.ts'
import { changedBodies, previewChange } from './preview.ts'
import { readChange } from './read-change.ts'
import { PriceChange, PriceChangeCreate, PriceChangeParams, PriceChangePreview } from './schemas.ts'

const tags = ['Price changes']

/** Routes of changes of many prices by a percentage. */
export const priceChangeRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.post(
    '/v1/price-changes',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createPriceChange',
        summary: 'Change prices by a percentage',
        description:
          'Adds a price from a day on to each active strategy of the plans and to the single ' +
          'strategies, all or none: the price in force for everyone on that day × (1 + percent ÷ 100). ' +
          'Bounds of tiers and sizes of packages stay. 409: a strategy has a price from that day or ' +
          'later, which the message names.',
        body: PriceChangeCreate,
        response: { 201: PriceChange, ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const change = readChange(organizationOf(request), request.body)
      const { organizationId, from, audience } = change
      const command = { change, actor: actorOf(request) }
      const { id, changed } = await changePrices(db, command, clock.moment(organizationId))
      const prices = await changedBodies(db, organizationId, changed)
      return reply.code(201).send({ id, effectiveFrom: from, audience, prices })
    },
  )
  app.post(
    '/v1/price-changes/preview',
    {
      config: { permission: 'write', idempotencyHeader: false },
      schema: {
        tags,
        operationId: 'previewPriceChange',
        summary: 'Preview a change of prices',
        description:
          'The old and new prices, and for subscriptions of the plans the first period that has them. ' +
          'Refuses what the change would refuse. Stores nothing.',
        body: PriceChangeCreate,
        response: { 200: PriceChangePreview, ...errorResponses(409, 422) },
      },
    },
    (request) => previewChange(db, readChange(organizationOf(request), request.body)),
  )
  app.delete(
    '/v1/price-changes/:priceChangeId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deletePriceChange',
        summary: 'Delete a future change of prices',
        description:
          'Deletes all of its prices. The id is also that of a single price that was added from a day ' +
          'on. 409 once it has begun: such prices are history.',
        params: PriceChangeParams,
        response: { 204: Type.Null({ description: 'Done.' }), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const command = {
        organizationId,
        id: request.params.priceChangeId.toLowerCase(),
        actor: actorOf(request),
      }
      await withdrawChange(db, command, clock.moment(organizationId))
      return reply.code(204).send(null)
    },
  )
}
