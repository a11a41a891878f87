import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { excludeSignal, includeSignal } from './included-signals.ts'
import { IncludedSignalBody, IncludedSignalParams, PlanParams, PricingPlan } from './schemas.ts'

const tags = ['Pricing plans']
const NoContent = Type.Null({ description: 'Done.' })

/** Routes of the signals that the fees of a plan cover. */
export const includedSignalRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: BusinessClock
}> = async (app, { db, clock }) => {
  app.post(
    '/v1/pricing-plans/:planId/included-signals',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'includeSignal',
        summary: 'Include a signal in a plan',
        description:
          'Marks the signal as covered by the fees of the plan: its work counts as priced in ' +
          'figures of unpriced work. Invoices do not change. Returns the plan; including a ' +
          'signal again has no effect.',
        params: PlanParams,
        body: IncludedSignalBody,
        response: { 200: PricingPlan },
      },
    },
    (request) => {
      const { planId } = request.params
      const organizationId = organizationOf(request)
      return includeSignal(
        db,
        { organizationId, planId, ...request.body },
        clock.moment(organizationId),
      )
    },
  )
  app.delete(
    '/v1/pricing-plans/:planId/included-signals/:signalId',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'excludeSignal',
        summary: 'Exclude a signal from a plan',
        description:
          'The work of the signal is unpriced again, unless the plan has a price for it.',
        params: IncludedSignalParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const key = { organizationId, ...request.params }
      await excludeSignal(db, key, clock.moment(organizationId))
      return reply.code(204).send(null)
    },
  )
}
