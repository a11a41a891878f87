import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { uuid } from '../../../platform/http/fields.ts'
import { expectedVersionOf } from '../../../platform/http/version-headers.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import {
  PlanChangeCreate,
  PlanChangePreviewQuery,
} from '../../subscriptions/terms/plan-change-fields.ts'
import { changePlan, takeBackPlan } from './change.ts'
import { previewPlanChange } from './preview.ts'
import { PlanChange, PlanChangePreview } from './schemas.ts'

type Deps = { db: Db; clock: BusinessClock }

const tags = ['Subscriptions']
const PLAN_CHANGE = '/v1/subscriptions/:subscriptionId/plan-change'

const PlanChangeParams = Type.Object({ subscriptionId: uuid() })
type PlanChangeParams = Static<typeof PlanChangeParams>

const commandOf = (request: FastifyRequest<{ Params: PlanChangeParams }>) => ({
  key: { organizationId: organizationOf(request), id: request.params.subscriptionId },
  actor: actorOf(request),
})

/** Routes of a change of plan: a successor from a day on. */
export const planChangeRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, clock }) => {
  app.post(
    PLAN_CHANGE,
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'changeSubscriptionPlan',
        summary: 'Change the plan from a day on',
        description:
          'The subscription ends before the day, and another one with the new plan, the same terms and the same ' +
          'billing periods starts on it; both pay by days. What final invoices billed for the days from then on ' +
          'is the `proratedAmount` of the new one, negative. On the first day of a subscription, until an invoice ' +
          'leaves draft, its own plan changes instead. 409: the subscription has ended, a change of its plan waits ' +
          'already, or the new plan overlaps another subscription. 422: the plan is not active, not linked to the agent or ' +
          'in another currency, or the day is before the current billing period or after the end.',
        params: PlanChangeParams,
        body: PlanChangeCreate,
        response: { 201: PlanChange, ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const command = { ...commandOf(request), body: request.body }
      const moment = clock.moment(command.key.organizationId)
      return reply.code(201).send(await changePlan(db, command, moment))
    },
  )
  app.delete(
    PLAN_CHANGE,
    {
      config: { permission: 'write', versioned: true },
      schema: {
        tags,
        operationId: 'takeBackSubscriptionPlanChange',
        summary: 'Take back a change of plan',
        description:
          'Possible while the new plan is upcoming: its subscription is deleted, and this one has its former end ' +
          'again. 404: no change of plan waits. 409: the new plan has begun, or its plan changes again.',
        params: PlanChangeParams,
        response: { 204: Type.Null({ description: 'Done.' }), ...errorResponses(409, 412) },
      },
    },
    async (request, reply) => {
      const command = { ...commandOf(request), expected: expectedVersionOf(request) }
      await takeBackPlan(db, command, clock.moment(command.key.organizationId))
      return reply.code(204).send(null)
    },
  )
  app.get(
    `${PLAN_CHANGE}/preview`,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'previewSubscriptionPlanChange',
        summary: 'Preview a change of plan',
        description:
          'Returns the last invoice of the old plan in the period of the change, the first one of the new plan, and the ' +
          'fees of a whole period with each. Rejected in the same cases as changeSubscriptionPlan. Stores nothing.',
        params: PlanChangeParams,
        querystring: PlanChangePreviewQuery,
        response: { 200: PlanChangePreview, ...errorResponses(409, 422) },
      },
    },
    (request) => {
      const command = { ...commandOf(request), body: request.query }
      return previewPlanChange(db, command, clock.moment(command.key.organizationId))
    },
  )
}
