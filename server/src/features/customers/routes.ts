import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { expectedVersionOf } from '../../platform/http/version-headers.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import {
  Customer,
  CustomerCreate,
  CustomerList,
  CustomerListQuery,
  CustomerParams,
  CustomerUpdate,
  ExternalIdParams,
} from './schemas.ts'
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  getCustomerByExternalId,
  listCustomers,
} from './service.ts'
import { type Rezone, updateCustomer } from './update.ts'

export type CustomerDeps = { db: Db; clock: BusinessClock; now: () => Date; rezone: Rezone }

const tags = ['Customers']

export const customerRoutes: FastifyPluginAsyncTypebox<CustomerDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<CustomerDeps> = async (app, { db }) => {
  app.get(
    '/v1/customers',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listCustomers',
        summary: 'List customers',
        description: 'Latest first unless sorted otherwise. Deleted customers are not included.',
        querystring: CustomerListQuery,
        response: { 200: CustomerList },
      },
    },
    (request) => listCustomers(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/customers/:customerId',
    {
      config: { permission: 'read', versioned: true },
      schema: {
        tags,
        operationId: 'getCustomer',
        summary: 'Read a customer',
        description: 'Returns its current details; 404 once it is deleted.',
        params: CustomerParams,
        response: { 200: Customer },
      },
    },
    (request) =>
      getCustomer(db, { organizationId: organizationOf(request), id: request.params.customerId }),
  )
  app.get(
    '/v1/customers/by-external-id/:externalId',
    {
      config: { permission: 'read', versioned: true },
      schema: {
        tags,
        operationId: 'getCustomerByExternalId',
        summary: 'Read a customer by external id',
        description: 'Returns the same response as by the Piecework id.',
        params: ExternalIdParams,
        response: { 200: Customer },
      },
    },
    (request) => getCustomerByExternalId(db, organizationOf(request), request.params.externalId),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<CustomerDeps> = async (app, deps) => {
  const { db, clock, rezone } = deps
  app.post(
    '/v1/customers',
    {
      config: { permission: 'write' },
      schema: {
        tags,
        operationId: 'createCustomer',
        summary: 'Create a customer',
        description:
          'Customers named by usage records are created automatically, with their external id ' +
          'as the name; complete them with an update. 404 when a tax rate does not exist, 422 ' +
          'when it is not active.',
        body: CustomerCreate,
        response: {
          201: Customer,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const customer = await createCustomer(
        db,
        { organizationId, input: request.body },
        clock.moment(organizationId),
      )
      return reply.code(201).send(customer)
    },
  )
  app.patch(
    '/v1/customers/:customerId',
    {
      config: {
        permission: 'write',
        versioned: true,
        before: (request) => getCustomer(db, pathKeyOf(request)),
      },
      schema: {
        tags,
        operationId: 'updateCustomer',
        summary: 'Update a customer',
        description:
          'Changes the fields that are sent; null clears an optional one. After a change of ' +
          'the external id, usage recorded under the old one creates another customer. A new ' +
          'time zone moves the dates of running subscriptions without a time zone of their ' +
          'own; it is rejected with 409 if that would change a period that is already invoiced.',
        params: CustomerParams,
        body: CustomerUpdate,
        response: {
          200: Customer,
          ...errorResponses(409, 412, 422),
        },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.customerId }
      const expected = expectedVersionOf(request)
      const command = { key, input: request.body, actor: actorOf(request), expected }
      return updateCustomer({ db, rezone }, command, clock.moment(key.organizationId))
    },
  )
  app.delete(
    '/v1/customers/:customerId',
    {
      config: { permission: 'delete', versioned: true },
      schema: {
        tags,
        operationId: 'deleteCustomer',
        summary: 'Delete a customer',
        description:
          'Rejected while a subscription of the customer is active or upcoming. Usage and ' +
          'invoices are kept; the external id can be used again.',
        params: CustomerParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409, 412),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.customerId }
      const command = { key, expected: expectedVersionOf(request) }
      await deleteCustomer(db, command, clock.moment(key.organizationId))
      return reply.code(204).send(null)
    },
  )
}
