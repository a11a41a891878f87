/**
 * Measures what an outage of the service costs: `npm run bench:outage`. The outage starts two
 * seconds after recording began. Recording continues for five seconds after the service is back.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Piecework } from '../src/index.ts'

const BEFORE = 2_000
const AFTER = 5_000
const STEP = 50

async function outage(seconds: number, rate: number) {
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const isAway = () => elapsed() >= BEFORE && elapsed() < BEFORE + seconds * 1_000
  const piecework = new Piecework({
    apiKey: 'pw_sk_live_bench',
    fetch: async (_url, { body = '' }) => {
      if (isAway()) throw new Error('connect ECONNREFUSED')
      await pause(20)
      const { length } = JSON.parse(body).records
      const success = Array.from({ length }, (_none, index) => ({ index, stored: true }))
      return new Response(JSON.stringify({ results: { success, failed: [] } }))
    },
    recording: { onLost: () => undefined },
  })
  let peak = 0
  const end = BEFORE + seconds * 1_000 + AFTER
  for (let made = 0; elapsed() < end; ) {
    for (const due = (elapsed() * rate) / 1_000; made < due; made++) {
      void piecework.record({
        customerExternalId: 'acme',
        agentCode: 'support-agent',
        signalName: 'ticket-resolved',
        model: 'gpt-4o',
        modelProvider: 'openai',
      })
    }
    const { queued, waiting, inFlight } = piecework.counts
    peak = Math.max(peak, queued + waiting + inFlight)
    await pause(STEP)
  }
  await piecework.flush({ timeout: 60_000 })
  const { recorded, stored, lost } = piecework.counts
  await piecework.close()
  return { seconds, rate, recorded, stored, lost, peak }
}

const cases = [1, 4, 30].flatMap((seconds) =>
  [100, 400, 1_000].map((rate) => [seconds, rate] as const),
)
console.table(await Promise.all(cases.map(([seconds, rate]) => outage(seconds, rate))))
