import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { pathKeyOf } from '../audit-log/changed-fields.ts'
import { actorOf, organizationOf } from '../auth/principal.ts'
import type { AllocationDeps } from './advance.ts'
import { CostAllocation } from './fields.ts'
import {
  CostAllocationCreate,
  CostAllocationEnd,
  CostAllocationList,
  CostAllocationParams,
  CostAllocationQuery,
} from './schemas.ts'
import { createAllocation, endAllocation, getAllocation, listAllocations } from './service.ts'

const tags = ['Cost rates']
const permission = 'cost_rates'

export const costAllocationRoutes: FastifyPluginAsyncTypebox<AllocationDeps> = async (
  app,
  deps,
) => {
  await app.register(readRoutes, deps)
  await app.register(writeRoutes, deps)
}

const readRoutes: FastifyPluginAsyncTypebox<AllocationDeps> = async (app, deps) => {
  app.get(
    '/v1/cost-allocations',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listCostAllocations',
        summary: 'List cost allocations',
        description: 'The latest first, each with its months.',
        querystring: CostAllocationQuery,
        response: { 200: CostAllocationList },
      },
    },
    (request) => listAllocations(deps, organizationOf(request), request.query),
  )
  app.get(
    '/v1/cost-allocations/:allocationId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getCostAllocation',
        summary: 'Read a cost allocation',
        description: 'With what was spread in each month, and what is left.',
        params: CostAllocationParams,
        response: { 200: CostAllocation },
      },
    },
    (request) => getAllocation(deps, pathKeyOf(request)),
  )
}

const writeRoutes: FastifyPluginAsyncTypebox<AllocationDeps> = async (app, deps) => {
  const { clock } = deps
  app.post(
    '/v1/cost-allocations',
    {
      config: { permission, before: async () => ({ unit: 'tokens' }) },
      schema: {
        tags,
        operationId: 'createCostAllocation',
        summary: 'Spread a monthly amount over the usage of a model',
        description:
          'For a model that costs a monthly amount and not a rate, such as one on a machine of ' +
          'yours. Sets a provisional cost rate of the running month, which follows from what ran so ' +
          'far. Four days after the end of a month it settles: the amount divided by the units of ' +
          'the month is its final rate, and a repricing run prices the usage of the month by it. ' +
          'The rate comes before all other rates of the model. 409: the model has an allocation for ' +
          'one of these months.',
        body: CostAllocationCreate,
        response: {
          201: CostAllocation,
        },
      },
    },
    async (request, reply) => {
      const organizationId = organizationOf(request)
      const creation = { organizationId, input: request.body, actor: actorOf(request) }
      const created = await createAllocation(deps, creation, clock.moment(organizationId))
      return reply.code(201).send(created)
    },
  )
  app.post(
    '/v1/cost-allocations/:allocationId/end',
    {
      config: { permission },
      schema: {
        tags,
        operationId: 'endCostAllocation',
        summary: 'End a cost allocation',
        description:
          'Spreads nothing after a month. Provisional rates of later months are withdrawn, and a ' +
          'repricing run prices their usage without them. To correct an amount, end the allocation ' +
          'with the month before, and add another one. 409: it ends then or earlier already.',
        params: CostAllocationParams,
        body: CostAllocationEnd,
        response: {
          200: CostAllocation,
        },
      },
    },
    (request) => {
      const key = pathKeyOf(request)
      const end = { key, lastMonth: request.body?.lastMonth }
      return endAllocation(deps, end, clock.moment(key.organizationId))
    },
  )
}
