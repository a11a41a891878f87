import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf, organizationOf } from '../../auth/principal.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { EventParams, UsageEventDetail } from '../schemas.ts'
import { correctInBulk } from './bulk/apply.ts'
import { BulkCorrection, BulkCorrectionCreate } from './bulk/fields.ts'
import { amendEvent, type CorrectEventDeps, voidEvent } from './correct-event.ts'
import { AmendedEvent, EventAmend, EventAmendByKey, EventVoid, EventVoidByKey } from './schemas.ts'

export type CorrectionDeps = CorrectEventDeps & { clock: BusinessClock }

const VOIDING =
  'For an event that was recorded by mistake: its quantity and its cost become 0. It stays in ' +
  'lists, and a record with its idempotency key remains a duplicate. An invoice that already ' +
  'contains it is settled by the next one. Cannot be undone.'
const AMENDING =
  'Replaces the quantity, all services, or both: services that are not sent again are removed. They ' +
  'are sent in either shape of a usage record; new ones are costed at the prices of the usage date. An invoice that already contains ' +
  'the event is settled by the next one. Values that the event already has change nothing. `warnings` names models whose ' +
  'cost is not known.'

const IN_BULK =
  'Voids events, or replaces their quantities, by a CSV file of idempotency keys. Each is a correction ' +
  'of its own, announced and settled like a single one. Rows of unknown or void events are listed as ' +
  'problems, and all others are applied; a file that is misread is refused as a whole. A request that ' +
  'was interrupted can be repeated. Preview it first.'

export const correctionRoutes: FastifyPluginAsyncTypebox<CorrectionDeps> = async (app, deps) => {
  const { clock } = deps
  const config = { permission: 'correct_usage' } as const
  const tags = ['Events']
  const response = { 200: UsageEventDetail }
  app.post(
    '/v1/events/:eventId/void',
    {
      config,
      schema: {
        tags,
        operationId: 'voidEvent',
        summary: 'Void a usage event',
        description: VOIDING,
        params: EventParams,
        body: EventVoid,
        response,
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const event = { id: request.params.eventId }
      const reason = request.body?.reason
      const command = { organizationId, event, reason, actor: actorOf(request) }
      return voidEvent(deps, command, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/events/:eventId/amend',
    {
      config,
      schema: {
        tags,
        operationId: 'amendEvent',
        summary: 'Amend a usage event',
        description: AMENDING,
        params: EventParams,
        body: EventAmend,
        response: { 200: AmendedEvent },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const event = { id: request.params.eventId }
      const { reason, ...sent } = request.body
      const command = { organizationId, event, reason, actor: actorOf(request), sent }
      return amendEvent(deps, command, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/events/void',
    {
      config,
      schema: {
        tags,
        operationId: 'voidEventByKey',
        summary: 'Void a usage event by its idempotency key',
        description: VOIDING,
        body: EventVoidByKey,
        response,
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const { reason, ...event } = request.body
      const command = { organizationId, event, reason, actor: actorOf(request) }
      return voidEvent(deps, command, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/events/corrections',
    {
      config,
      schema: {
        tags,
        operationId: 'correctEvents',
        summary: 'Correct many usage events',
        description: IN_BULK,
        body: BulkCorrectionCreate,
        response: { 200: BulkCorrection },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const command = { organizationId, input: request.body, actor: actorOf(request) }
      return correctInBulk(deps, command, clock.moment(organizationId))
    },
  )
  app.post(
    '/v1/events/amend',
    {
      config,
      schema: {
        tags,
        operationId: 'amendEventByKey',
        summary: 'Amend a usage event by its idempotency key',
        description: AMENDING,
        body: EventAmendByKey,
        response: { 200: AmendedEvent },
      },
    },
    (request) => {
      const organizationId = organizationOf(request)
      const { customerExternalId, idempotencyKey, reason, ...sent } = request.body
      const event = { customerExternalId, idempotencyKey }
      const command = { organizationId, event, reason, actor: actorOf(request), sent }
      return amendEvent(deps, command, clock.moment(organizationId))
    },
  )
}
