import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import {
  Coupon,
  CouponCreate,
  CouponList,
  CouponListQuery,
  CouponParams,
  CouponUpdate,
} from './schemas.ts'
import { createCoupon, deleteCoupon, getCoupon, listCoupons, updateCoupon } from './service.ts'

export type CouponDeps = { db: Db; clock: BusinessClock }

const tags = ['Coupons']

export const couponRoutes: FastifyPluginAsyncTypebox<CouponDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<CouponDeps> = async (app, { db }) => {
  app.get(
    '/v1/coupons',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listCoupons',
        summary: 'List coupons',
        description: 'Latest first unless sorted otherwise. Deleted coupons are not included.',
        querystring: CouponListQuery,
        response: { 200: CouponList },
      },
    },
    (request) => listCoupons(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/coupons/:couponId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getCoupon',
        summary: 'Read a coupon',
        description: '404 once it is deleted.',
        params: CouponParams,
        response: { 200: Coupon },
      },
    },
    (request) =>
      getCoupon(db, { organizationId: organizationOf(request), id: request.params.couponId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<CouponDeps> = async (app, { db, clock }) => {
  app.post(
    '/v1/coupons',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createCoupon',
        summary: 'Create a coupon',
        description:
          'A coupon has no effect until it is applied to a customer or subscription as a discount.',
        body: CouponCreate,
        response: { 201: Coupon },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const command = { organizationId, input: request.body }
      const moment = clock.moment(organizationId)
      return reply.code(201).send(await createCoupon(db, command, moment))
    },
  )
  app.patch(
    '/v1/coupons/:couponId',
    {
      config: { permission: 'write', before: (request) => getCoupon(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateCoupon',
        summary: 'Rename, activate or deactivate a coupon',
        description:
          'The reduction and its duration cannot change (422), because they were promised to ' +
          'customers. Future invoices print the new name.',
        params: CouponParams,
        body: CouponUpdate,
        response: {
          200: Coupon,
          ...errorResponses(422),
        },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.couponId }
      return updateCoupon(db, key, request.body, clock.moment(key.organizationId))
    },
  )
  app.delete(
    '/v1/coupons/:couponId',
    {
      config: { permission: 'delete' },
      schema: {
        tags,
        operationId: 'deleteCoupon',
        summary: 'Delete a coupon',
        description: 'The coupon cannot be applied any more. Existing discounts continue.',
        params: CouponParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.couponId }
      await deleteCoupon(db, key, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
