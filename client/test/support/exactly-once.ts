import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestApp } from '../../../server/test/support/app.ts'
import { type Chances, startBadNetwork } from './bad-network.ts'
import { installedClient } from './installed-client.ts'

/** One reply in twenty is cut or lost, in addition to other faults. */
export const CHANCES: Chances = {
  requestLost: 0.02,
  replyLost: 0.025,
  replyCut: 0.025,
  silent: 0.005,
  delayed: 0.1,
}

/** Records `count` events over a bad network and compares what is stored with what was recorded. */
export async function recordOverBadNetwork(t: TestApp, count: number) {
  const { Piecework } = await installedClient()
  const service = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const network = await startBadNetwork(service, CHANCES)
  const apiKey = t.organization.secretKey
  const lost: string[] = []
  const piecework = new Piecework({
    apiKey,
    baseUrl: network.url,
    timeout: 3_000,
    recording: {
      retryDelay: 20,
      onLost: ({ records }) => void lost.push(...records.map((it) => it.idempotencyKey ?? '')),
    },
  })
  try {
    for (let id = 0; id < count; id++) {
      void piecework.record({
        customerExternalId: `customer-${id % 7}`,
        agentCode: 'support-agent',
        signalName: 'ticket-resolved',
        model: 'gpt-4o',
        modelProvider: 'openai',
        inputTokens: 1200,
        idempotencyKey: `once-${id}`,
      })
      while (piecework.counts.queued > 5_000) await turn()
    }
    expect(await piecework.flush()).toBe(true)
    expect(lost).toEqual([])
    const { counts } = piecework
    expect(counts).toMatchObject({ recorded: count, stored: count, queued: 0, waiting: 0 })
    await expectStoredOnce(apiKey, service, count)
    return { counts, seen: network.seen }
  } finally {
    await piecework.close({ timeout: 1 })
    await network.close()
  }
}

/** Expects that the events `once-0`, `once-1`, … are stored, each of them once. */
export async function expectStoredOnce(
  apiKey: string,
  baseUrl: string,
  count: number,
): Promise<void> {
  const { Piecework } = await installedClient()
  const direct = new Piecework({ apiKey, baseUrl, timeout: 300_000 })
  const csv = await direct.csv('/v1/events')
  const keys = csv.match(/\bonce-\d+\b/g) ?? []
  expect(keys.length).toBe(count)
  expect(new Set(keys).size).toBe(count)
  const { summary } = await direct.analytics.usage()
  expect(summary.totalEvents).toBe(count)
}
