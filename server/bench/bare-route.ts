import { fastify } from 'fastify'
import { UsageBatchResult } from '../src/features/usage/batch/result-fields.ts'
import { UsageBatch } from '../src/features/usage/schemas.ts'
import { newId } from '../src/platform/id.ts'

/** Upper bound for a route: Fastify alone, with the same schemas and an answer of the same size. */
export function bareRoute() {
  // The schemas have keywords of the documentation.
  const app = fastify({ ajv: { customOptions: { strict: false } } })
  app.post<{ Body: { records: Record<string, unknown>[] } }>(
    '/v1/usage/record',
    { schema: { body: UsageBatch, response: { 200: UsageBatchResult } } },
    async ({ body: { records } }) => {
      const timestamp = new Date().toISOString()
      const success = records.map(({ metadata: _metadata, ...record }, index) => {
        const ids = { eventId: newId(), rawEventId: newId() }
        return {
          index,
          stored: true,
          quantity: 1,
          ...record,
          totalCostUsd: '0.0075000000',
          ...ids,
          timestamp,
        }
      })
      const counts = { processed: records.length, successful: records.length, failed: 0 }
      return { ...counts, results: { success, failed: [] } }
    },
  )
  return app
}
