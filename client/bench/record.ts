/**
 * Measures what `record` costs its caller: `npm run bench:client`. The service answers immediately,
 * from the same process, so background costs of recording are measured too.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Piecework } from '../src/index.ts'

const ROUNDS = 200
const RECORDS = 500
const AIM = 5

const piecework = new Piecework({
  apiKey: 'pw_sk_live_bench',
  fetch: async (_url, { body = '' }) => {
    const { length } = JSON.parse(body).records
    const success = Array.from({ length }, (_none, index) => ({ index, stored: true }))
    return new Response(JSON.stringify({ results: { success, failed: [] } }))
  },
})

const record = () => ({
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  services: [
    { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1200, outputTokens: 350 },
    { model: 'tavily-search', modelProvider: 'tavily', quantity: 2 },
  ],
  metadata: { ticket: 4711, channel: 'mail' },
})

const rounds: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const records = Array.from({ length: RECORDS }, record)
  const before = performance.now()
  for (const one of records) void piecework.record(one)
  rounds.push(((performance.now() - before) * 1000) / RECORDS)
  await pause(5)
}
await piecework.close()
const { recorded, stored } = piecework.counts
if (stored !== recorded) throw new Error(`${stored} of ${recorded} were stored`)

// The first rounds run code that is not compiled yet; a process pays for that once.
const sorted = rounds.slice(20).toSorted((a, b) => a - b)
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
console.log(`record(): median ${at(0.5)} µs, p95 ${at(0.95)} µs, aim below ${AIM} µs`)
if (Number(at(0.5)) >= AIM) process.exitCode = 1
