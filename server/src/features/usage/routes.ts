import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exceptBodies } from '../../platform/http/validation/validation.ts'
import { auditEntryOf, markAuditWritten } from '../audit-log/hook.ts'
import { organizationOf } from '../auth/principal.ts'
import type { BusinessClock } from '../clock/business-clock.ts'
import { UsageBatchResult } from './batch/result-fields.ts'
import { estimateUsage, type PriceRecords } from './estimate.ts'
import { type RecordUsageDeps, recordUsage } from './record.ts'
import { UsageBatch, UsageEstimateList } from './schemas.ts'
import type { UsageMetrics } from './usage-metrics.ts'

export type UsageDeps = {
  usage: RecordUsageDeps
  usageMetrics: UsageMetrics
  clock: BusinessClock
  priceRecords: PriceRecords
}

/** The status of a response when some records are stored. */
const STORED = 200

export const usageRoutes: FastifyPluginAsyncTypebox<UsageDeps> = async (app, deps) => {
  const { usage, usageMetrics, clock, priceRecords } = deps
  // The service validates each record separately: an invalid record must not reject the others.
  const validatorCompiler = exceptBodies(app.validatorCompiler)
  app.post(
    '/v1/usage/record',
    {
      config: { permission: 'write', scope: 'record', idempotencyHeader: false },
      validatorCompiler,
      schema: {
        tags: ['Usage'],
        operationId: 'recordUsage',
        summary: 'Record usage',
        description:
          'Stores 1 to 100 usage records and returns the result of each. Customers, agents and ' +
          'signals that do not exist yet are created. An entry with `stored: true` is on disk ' +
          'and must not be sent again. `null` in an optional field is treated as absent.',
        body: UsageBatch,
        response: { 200: UsageBatchResult },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const bytes = Number(request.headers['content-length'] ?? 0)
      const entry = auditEntryOf(request, STORED)
      const onWritten = () => markAuditWritten(request, STORED)
      const batch = {
        organizationId,
        body: request.body,
        bytes,
        ...(entry ? { audit: { entry, onWritten } } : {}),
      }
      const answer = await recordUsage(usage, batch, clock.moment(organizationId))
      usageMetrics.countAnswer(answer)
      return answer
    },
  )
  app.post(
    '/v1/usage/estimate',
    {
      config: { permission: 'read', idempotencyHeader: false },
      validatorCompiler,
      schema: {
        tags: ['Usage'],
        operationId: 'estimateUsage',
        summary: 'Estimate the cost and revenue of usage',
        description:
          'Takes the body of recordUsage and returns its costs and revenue without storing ' +
          'anything. The revenue of a record is the amount that it adds to its billing period, ' +
          'at the prices an invoice would use; fees are not included.',
        body: UsageBatch,
        response: { 200: UsageEstimateList },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const findPrices = usage.findPrices(organizationId)
      const estimating = { organizationId, findPrices, priceRecords }
      return estimateUsage(request.body, estimating, clock.now(organizationId))
    },
  )
}
