import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../crash/billing/client.ts'
import { isOpen } from '../crash/billing/ledger.ts'
import type { Load } from '../crash/billing/load.ts'
import type { Organization } from '../crash/billing/organization.ts'
import { moveClockBy } from '../crash/billing/work/clock.ts'
import { generateOrSend } from '../crash/billing/work/invoices.ts'
import { pay } from '../crash/billing/work/pay.ts'
import { refundOrVoid } from '../crash/billing/work/take-back.ts'
import { recordUsage } from '../crash/billing/work/usage.ts'
import type { Work } from '../crash/billing/work/work.ts'
import { createRandom } from '../crash/random.ts'

const PAUSE_AFTER_FAILURE_MS = 500

/** Moves business time by a day, or repeats an unanswered move. */
const passDay: Work = async ({ client, organization }) =>
  !isOpen(await moveClockBy(client, organization, organization.isMoving ? 0 : 1))

type Pace = { work: Work; pauseMs: readonly [min: number, max: number] }

/** Steady use far below the limits, so that any growth has another cause. */
const PACES: Readonly<Record<string, Pace>> = {
  clock: { work: passDay, pauseMs: [1_000, 2_000] },
  use: { work: recordUsage, pauseMs: [50, 250] },
  useToo: { work: recordUsage, pauseMs: [50, 250] },
  generate: { work: generateOrSend, pauseMs: [2_000, 5_000] },
  pay: { work: pay, pauseMs: [300, 900] },
  payToo: { work: pay, pauseMs: [300, 900] },
  refund: { work: refundOrVoid, pauseMs: [3_000, 8_000] },
}

/** Uses the service as its customers do all day, until stopped. */
export function startLoad(
  client: Client,
  organization: Organization,
  { seed, round }: { seed: number; round: number },
): Load {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined)
  const workers = Object.entries(PACES).map(async ([name, { work, pauseMs }]) => {
    const random = createRandom(seed, `round ${round} ${name}`)
    for (let step = 1; !signal.aborted; step += 1) {
      const marker = `r${round}-${name}-${step}`
      const isAnswered = await work({ client, organization, random, marker })
      await pause(random.integer(...pauseMs) + (isAnswered ? 0 : PAUSE_AFTER_FAILURE_MS))
    }
  })
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(workers)
    },
  }
}
