import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../random.ts'
import type { Client } from './client.ts'
import type { Organization } from './organization.ts'
import { moveClock } from './work/clock.ts'
import { generateOrSend } from './work/invoices.ts'
import { pay } from './work/pay.ts'
import { refundOrVoid } from './work/take-back.ts'
import { recordUsage } from './work/usage.ts'
import type { Work } from './work/work.ts'

const PAUSE_AFTER_FAILURE_MS = 250
const PAUSE_MS = { min: 5, max: 80 }

export type Load = {
  /** Starts no new work and resolves when every request has its answer, or certainly has none. */
  stop: () => Promise<void>
}

/** Concurrent work of a billing service, including its clock. */
const WORK: readonly [string, Work][] = [
  ['clock', moveClock],
  ['generate', generateOrSend],
  ['send', generateOrSend],
  ['pay', pay],
  ['collect', pay],
  ['refund', refundOrVoid],
  ['use', recordUsage],
]

/** Bills and pays with concurrent workers until stopped. */
export function startLoad(
  client: Client,
  organization: Organization,
  { seed, round }: { seed: number; round: number },
): Load {
  const stopping = new AbortController()
  const workers = WORK.map(async ([name, work]) => {
    const random = createRandom(seed, `round ${round} ${name}`)
    for (let step = 1; !stopping.signal.aborted; step += 1) {
      const marker = `r${round}-${name}-${step}`
      const isAnswered = await work({ client, organization, random, marker })
      if (!isAnswered) await sleep(PAUSE_AFTER_FAILURE_MS)
      await sleep(random.integer(PAUSE_MS.min, PAUSE_MS.max))
    }
  })
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(workers)
    },
  }
}
