import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { visitorOf } from '../../auth/principal.ts'
import { getCustomer } from '../../customers/service.ts'
import {
  getAutoTopUp,
  listAutoTopUps,
  setAutoTopUp,
  switchOffAutoTopUp,
} from '../../payments/auto-top-up-settings/service.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import {
  PortalAutoTopUp,
  PortalAutoTopUpList,
  PortalAutoTopUpParams,
  PortalAutoTopUpSet,
} from './schemas.ts'

const tags = ['Portal']
const config = { scope: 'portal', idempotencyHeader: false } as const

/** Routes for the automatic top-ups of a customer's own credit. */
export const portalAutoTopUpRoutes: FastifyPluginAsyncTypebox<PaymentDeps> = async (app, deps) => {
  const { db, clock } = deps
  app.get(
    '/v1/portal/auto-top-ups',
    {
      config,
      schema: {
        tags,
        operationId: 'listPortalAutoTopUps',
        summary: "List a customer's automatic top-ups",
        response: { 200: PortalAutoTopUpList },
      },
    },
    async (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const moment = clock.moment(organizationId)
      return { results: await listAutoTopUps(db, { organizationId, customerId }, moment) }
    },
  )
  app.post(
    '/v1/portal/auto-top-ups',
    {
      config,
      schema: {
        tags,
        operationId: 'setPortalAutoTopUp',
        summary: "Set a customer's automatic top-ups in a currency",
        description:
          'Stores the consent, replaces the one in force, and starts again after failures. Needs a ' +
          'saved payment method. Credit that is low is topped up within a minute.',
        body: PortalAutoTopUpSet,
        response: { 200: PortalAutoTopUp, ...errorResponses(409) },
      },
    },
    async (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const moment = clock.moment(organizationId)
      const { name, email } = await getCustomer(db, { organizationId, id: customerId })
      const sent = {
        ...request.body,
        consentedBy: email === null ? name : `${name}, ${email}`,
        consentSource: 'customer' as const,
      }
      const key = await setAutoTopUp(deps, { organizationId, customerId }, sent, moment)
      return getAutoTopUp(db, key, moment)
    },
  )
  app.post(
    '/v1/portal/auto-top-ups/:autoTopUpId/switch-off',
    {
      config,
      schema: {
        tags,
        operationId: 'switchOffPortalAutoTopUp',
        summary: "Switch off a customer's automatic top-up",
        description: 'A charge that is under way goes on, and its payment gives its credit.',
        params: PortalAutoTopUpParams,
        response: { 200: PortalAutoTopUp, ...errorResponses(404) },
      },
    },
    (request) => {
      const { organizationId, customerId } = visitorOf(request)
      const id = request.params.autoTopUpId.toLowerCase()
      const key = { organizationId, customerId, id }
      return switchOffAutoTopUp(db, key, clock.moment(organizationId))
    },
  )
}
