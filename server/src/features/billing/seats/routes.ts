import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { uuid } from '../../../platform/http/fields.ts'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { listSeatsOf } from '../../subscriptions/list-seats.ts'
import {
  SeatsCreate,
  SeatsPreviewQuery,
  SubscriptionSeats,
} from '../../subscriptions/terms/seats-fields.ts'
import { changeSeats } from './change.ts'
import { previewSeats } from './preview.ts'
import { SeatsPreview, SubscriptionSeatsList } from './schemas.ts'

type Deps = { db: Db; clock: BusinessClock }

const tags = ['Subscriptions']
const SEATS = '/v1/subscriptions/:subscriptionId/seats'

const SeatsParams = Type.Object({ subscriptionId: uuid() })
type SeatsParams = Static<typeof SeatsParams>

const keyOf = (request: FastifyRequest<{ Params: SeatsParams }>) => ({
  organizationId: organizationOf(request),
  id: request.params.subscriptionId,
})

/** Routes of the number of seats by date. */
export const seatsRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { db, clock }) => {
  app.get(
    SEATS,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listSubscriptionSeats',
        summary: 'List the seats of a subscription by date',
        description: 'Includes future changes.',
        params: SeatsParams,
        response: { 200: SubscriptionSeatsList },
      },
    },
    async (request) => {
      const key = keyOf(request)
      return { results: await listSeatsOf(db, key, clock.now(key.organizationId)) }
    },
  )
  app.post(
    SEATS,
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'changeSubscriptionSeats',
        summary: 'Change the seats from a day on',
        description:
          'Seat-based fees are billed by the days of each number, one line each; drafts are ' +
          'recomputed. The number applies until the next change by date. A second change of the ' +
          'same day replaces the first. 409: a final invoice has billed a day whose seats would ' +
          'change. 422: the day is outside the lifetime of the subscription. To correct the number ' +
          'in force without a date, use updateSubscription.',
        params: SeatsParams,
        body: SeatsCreate,
        response: { 201: SubscriptionSeats, ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const command = { key: keyOf(request), actor: actorOf(request), body: request.body }
      const moment = clock.moment(command.key.organizationId)
      return reply.code(201).send(await changeSeats(db, command, moment))
    },
  )
  app.get(
    `${SEATS}/preview`,
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'previewSubscriptionSeats',
        summary: 'Preview a change of seats',
        description:
          'Returns the invoice of the period in which the change falls, without the change and with ' +
          'it. Rejected in the same cases as changeSubscriptionSeats. Stores nothing.',
        params: SeatsParams,
        querystring: SeatsPreviewQuery,
        response: { 200: SeatsPreview, ...errorResponses(409, 422) },
      },
    },
    (request) => {
      const command = { key: keyOf(request), actor: actorOf(request), body: request.query }
      return previewSeats(db, command, clock.moment(command.key.organizationId))
    },
  )
}
