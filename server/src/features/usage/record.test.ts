import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import type { WriteOutcome } from './ingest/event-row.ts'

const job = {
  customerExternalId: 'acme',
  agentCode: 'support',
  signalName: 'ticket',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1_000,
}

describe('when the database is lost while records are written', () => {
  const service = useTestApp()

  let fates: WriteOutcome['kind'][]
  beforeEach(() => {
    const { ingestion } = service.dependencies.usage
    service.dependencies.usage.ingestion = {
      ...ingestion,
      write: async (rows) =>
        rows.map((row, index): WriteOutcome => {
          const kind = fates[index]
          if (kind === 'stored') return { kind, cost: row.cost }
          if (kind === 'unavailable' || kind === 'unknown') return { kind }
          throw new Error(`no outcome ${kind}`)
        }),
    }
  })

  test('stored records are reported next to those that are not stored', async () => {
    fates = ['stored', 'unavailable']
    const { status, body } = await service.api.record(job, job)
    expect(status).toBe(200)
    expect(body.results.success.map(({ index }: { index: number }) => index)).toEqual([0])
    expect(body.results.failed[0]).toMatchObject({
      index: 1,
      code: 'INTERNAL_ERROR',
      stored: false,
    })
  })

  test('a request is a 503 with Retry-After when nothing was stored', async () => {
    fates = ['unavailable', 'unavailable']
    const { status, headers, body } = await service.api.record(job, job)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body.message).toContain('nothing was stored')
  })

  test('a record with an unknown outcome is never reported as not stored', async () => {
    fates = ['stored', 'unknown']
    const { status, body } = await service.api.record(job, job)
    expect(status).toBe(503)
    expect(body.message).toContain('some may be stored')
  })
})
