import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { errorResponses } from '../../platform/http/error-body.ts'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { organizationOf } from '../auth/principal.ts'
import {
  TaxRate,
  TaxRateCreate,
  TaxRateList,
  TaxRateListQuery,
  TaxRateParams,
  TaxRateUpdate,
} from './schemas.ts'
import { createTaxRate, deleteTaxRate, getTaxRate, listTaxRates, updateTaxRate } from './service.ts'

export type TaxRateDeps = { db: Db; now: () => Date }

const tags = ['Tax rates']

export const taxRateRoutes: FastifyPluginAsyncTypebox<TaxRateDeps> = async (app, deps) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<TaxRateDeps> = async (app, { db }) => {
  app.get(
    '/v1/tax-rates',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listTaxRates',
        summary: 'List tax rates',
        description: 'Latest first unless sorted otherwise. Deleted tax rates are not included.',
        querystring: TaxRateListQuery,
        response: { 200: TaxRateList },
      },
    },
    (request) => listTaxRates(db, organizationOf(request), request.query),
  )
  app.get(
    '/v1/tax-rates/:taxRateId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getTaxRate',
        summary: 'Read a tax rate',
        description: '404 once it is deleted.',
        params: TaxRateParams,
        response: { 200: TaxRate },
      },
    },
    (request) =>
      getTaxRate(db, { organizationId: organizationOf(request), id: request.params.taxRateId }),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<TaxRateDeps> = async (app, { db, now }) => {
  app.post(
    '/v1/tax-rates',
    {
      config: { permission: 'taxes' },
      schema: {
        tags,
        operationId: 'createTaxRate',
        summary: 'Create a tax rate',
        description:
          'Applies to every customer when it is a default, and to customers whose taxRateIds ' +
          'name it. Several tax rates apply independently, each to the amount without tax.',
        body: TaxRateCreate,
        response: { 201: TaxRate },
      },
    },
    async (request, reply) => {
      const command = { organizationId: organizationOf(request), input: request.body }
      return reply.code(201).send(await createTaxRate(db, command, now()))
    },
  )
  app.patch(
    '/v1/tax-rates/:taxRateId',
    {
      config: { permission: 'taxes', before: (request) => getTaxRate(db, pathKeyOf(request)) },
      schema: {
        tags,
        operationId: 'updateTaxRate',
        summary: 'Change a tax rate',
        description:
          'The percentage and whether it is inclusive cannot change (422), so that invoices ' +
          'stay correct: create another tax rate instead. Future invoices print the new name.',
        params: TaxRateParams,
        body: TaxRateUpdate,
        response: {
          200: TaxRate,
          ...errorResponses(422),
        },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.taxRateId }
      return updateTaxRate(db, key, request.body, now())
    },
  )
  app.delete(
    '/v1/tax-rates/:taxRateId',
    {
      config: { permission: 'taxes' },
      schema: {
        tags,
        operationId: 'deleteTaxRate',
        summary: 'Delete a tax rate',
        description: 'Rejected while a customer names it. Invoices that applied it keep it.',
        params: TaxRateParams,
        response: {
          204: Type.Null({ description: 'Done.' }),
          ...errorResponses(409),
        },
      },
    },
    async (request, reply) => {
      const key = { organizationId: organizationOf(request), id: request.params.taxRateId }
      await deleteTaxRate(db, key, now())
      return reply.code(204).send(null)
    },
  )
}
