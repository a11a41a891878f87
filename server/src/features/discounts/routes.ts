import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { withCustomerId, withKnownCustomerId } from '../customers/named-customer.ts'
import {
  Discount,
  DiscountCreate,
  DiscountList,
  DiscountListQuery,
  DiscountParams,
} from './schemas.ts'
import { createDiscount, endDiscount, getDiscount, listDiscounts } from './service.ts'

export type DiscountDeps = { db: Db; clock: BusinessClock; now: () => Date }

const tags = ['Discounts']

export const discountRoutes: FastifyPluginAsyncTypebox<DiscountDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<DiscountDeps> = async (app, { db }) => {
  app.get(
    '/v1/discounts',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listDiscounts',
        summary: 'List discounts',
        description: 'Latest first unless sorted otherwise, including ended ones.',
        querystring: DiscountListQuery,
        response: { 200: DiscountList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      return listDiscounts(db, organizationId, query)
    },
  )
  app.get(
    '/v1/discounts/:discountId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getDiscount',
        summary: 'Read a discount',
        description: 'Includes ended discounts.',
        params: DiscountParams,
        response: { 200: Discount },
      },
    },
    (request) =>
      getDiscount(db, { organizationId: organizationOf(request), id: request.params.discountId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<DiscountDeps> = async (app, { db, clock, now }) => {
  app.post(
    '/v1/discounts',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createDiscount',
        summary: 'Apply a coupon to a customer or a subscription',
        description:
          'Reduces every invoice generated from now on, for as many invoices as the coupon ' +
          'says. Discounts of the customer apply first, then those of the subscription, each ' +
          'to the amount left by the one before. An invoice that is not reduced does not ' +
          'count. 422 when the coupon is not active or the subscription does not belong to the ' +
          'customer; 409 while the same coupon is already applied.',
        body: DiscountCreate,
        response: {
          201: Discount,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const input = await withKnownCustomerId(db, organizationId, request.body)
      const command = { organizationId, input }
      return reply.code(201).send(await createDiscount(db, command, now()))
    },
  )
  app.delete(
    '/v1/discounts/:discountId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'endDiscount',
        summary: 'End a discount',
        description:
          'Generated invoices keep their reduction; a draft that is generated again loses it. ' +
          'A discount that has already ended is not changed.',
        params: DiscountParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.discountId }
      await endDiscount(db, key, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
