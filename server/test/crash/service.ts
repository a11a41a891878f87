import { setTimeout as sleep } from 'node:timers/promises'
import { holdCommits, killBackend, killPostmaster, shutDownPostmaster } from './faults.ts'
import { noteViolation } from './notes.ts'
import type { Fault, FaultKind } from './plan.ts'
import { logTail, type Program, startProgram, waitUntilReady } from './program.ts'
import type { Random } from './random.ts'
import { findPostmaster, isWhole, type Site } from './site.ts'
import { isAnswered, type Traffic } from './traffic.ts'
import { within } from './within.ts'

/** Limits to what hangs, not to what is slow: the figures say how long it took. */
const RECOVERY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
/** A session may outlive its postmaster for a moment, and even commit. */
const OUTLIVING_MS = 100
/** For the client to notice that a connection is gone. */
const SETTLE_MS = 10_000
/** As much of a refusal as tells what it was. */
const REFUSAL_CHARACTERS = 300

/** The service under test through all its restarts, and what was done to it. */
export type Service<T extends Traffic = Traffic> = {
  site: Site
  client: T
  random: Random
  program: Program
  kills: Record<FaultKind, number>
  firstStartKills: number
  /** The longest time from a fault to the first answer to a request that came after it. */
  recoveryMs: Record<FaultKind, number>
  longestStopMs: number
  /** It could not be brought back to life: there is no use in going on. */
  isLost: boolean
}

/** Does to the service what is planned, starts it again where it was ended, and sees it recover. */
export async function injectFaults(
  service: Service,
  faults: readonly Fault[],
  onFault = () => {},
): Promise<void> {
  for (const [index, { kind, afterMs }] of faults.entries()) {
    await sleep(afterMs)
    await expectRunning(service)
    onFault()
    await inject(service, kind, index === 0)
    service.kills[kind] += 1
    const faultAt = performance.now()
    if (kind === 'server' || kind === 'stop') service.program = startProgram(service.site)
    if (index === faults.length - 1) await awaitRecovery(service, kind, faultAt)
  }
}

async function inject(service: Service, kind: FaultKind, isFirst: boolean): Promise<void> {
  const { site, program, random } = service
  switch (kind) {
    case 'server':
      program.signal('SIGKILL')
      await program.ended
      return
    case 'postmaster':
      // While an earlier fault keeps it from running, the moment it runs again is the worst one.
      await within(RECOVERY_LIMIT_MS, async () => (await killPostmaster(site, random)) || undefined)
      return
    case 'backend':
      await within(RECOVERY_LIMIT_MS, async () => (await killBackend(site, random)) || undefined)
      return
    case 'restart':
      await within(
        RECOVERY_LIMIT_MS,
        async () => (await shutDownPostmaster(site, random)) || undefined,
      )
      return
    case 'stop':
      return stopUnderLoad(service, isFirst)
    default:
      return kind satisfies never
  }
}

/** SIGTERM: what was under way is answered, and the program leaves in time and without a trace. */
async function stopUnderLoad(service: Service, isHealthy: boolean): Promise<void> {
  const { site, program, random, client } = service
  const hold = isHealthy && random.chance(0.7) ? await holdCommits(site) : undefined
  if (hold) await sleep(random.integer(200, 600))
  const readUntil = isHealthy ? await letServerRead(site) : undefined
  const signalledAt = performance.now()
  program.signal('SIGTERM')
  if (hold) {
    await sleep(random.integer(100, 800))
    await hold.release()
  }
  const ending = await within(STOP_LIMIT_MS, () => program.ending())
  service.longestStopMs = Math.max(service.longestStopMs, since(signalledAt))
  if (ending === undefined) {
    const problem = `the server still ran ${STOP_LIMIT_MS} ms after SIGTERM`
    noteViolation(client.ledger, `${problem}\n${logTail(site)}`)
    program.signal('SIGKILL')
    await program.ended
  } else if (ending !== '0' && (isHealthy || ending !== 'SIGTERM')) {
    // Only a program that has done nothing yet may leave it to the system to end it.
    const problem = `the server ended with ${ending} after SIGTERM`
    noteViolation(client.ledger, `${problem}\n${logTail(site)}`)
  } else if (ending === '0' && (await findPostmaster(site.dataDir)) !== undefined) {
    noteViolation(client.ledger, 'PostgreSQL still ran after the server had stopped')
  }
  if (readUntil !== undefined) await expectAnswers(client, { readUntil, signalledAt })
}

/**
 * A moment of which is certain that all that was sent before it has been read: the server has taken
 * two requests since, each on a connection of its own, one after the other. Undefined when it did not.
 */
async function letServerRead({ url }: Site): Promise<number | undefined> {
  const at = performance.now()
  for (let probe = 0; probe < 2; probe += 1) {
    const headers = { connection: 'close' }
    const answer = await fetch(`${url}/healthz`, { headers }).catch(() => undefined)
    await answer?.body?.cancel()
    if (!answer?.ok) return undefined
  }
  return at
}

type Moments = { readUntil: number; signalledAt: number }

/** What the server had read before the signal, it must have answered, and well. */
async function expectAnswers(
  { ledger, requests }: Traffic,
  { readUntil, signalledAt }: Moments,
): Promise<void> {
  const early = requests.filter(({ sentAt }) => sentAt < readUntil)
  await within(SETTLE_MS, () => early.every(({ outcome }) => outcome !== undefined) || undefined)
  for (const request of early) {
    const { path, sentAt, answeredAt = Infinity, outcome, refusal = '' } = request
    if (answeredAt <= signalledAt || isAnswered(request)) continue
    const age = Math.round(signalledAt - sentAt)
    const cameTo = `${outcome} ${refusal.slice(0, REFUSAL_CHARACTERS)}`
    noteViolation(ledger, `${path}, under way for ${age} ms at SIGTERM, came to: ${cameTo}`)
  }
}

/** Waits until a request sent after the fault is answered; only the service itself may help. */
async function awaitRecovery(service: Service, kind: FaultKind, faultAt: number): Promise<void> {
  const { client, program } = service
  const recovered = await within(RECOVERY_LIMIT_MS, () => {
    if (program.ending() !== undefined) return 'ended by itself'
    const isBack = client.requests.some(
      (request) => request.sentAt > faultAt + OUTLIVING_MS && isAnswered(request),
    )
    return isBack ? 'answers' : undefined
  })
  service.recoveryMs[kind] = Math.max(service.recoveryMs[kind], since(faultAt))
  await expectRunning(service)
  if (recovered === undefined) {
    await help(service, `gave no good answer for ${RECOVERY_LIMIT_MS} ms after the fault "${kind}"`)
  }
}

/** No fault but a kill of the server itself may end it. */
async function expectRunning(service: Service): Promise<void> {
  const ending = service.program.ending()
  if (ending !== undefined) await help(service, `ended by itself with ${ending}`)
}

/**
 * Whether the service can do its work after the load; it should need no help for that. All of it, only
 * when every node of a cluster is back: without one the service still works for the customers of others.
 */
export async function isReady(service: Service): Promise<boolean> {
  await expectRunning(service)
  const { site, client } = service
  const isBack = await within(RECOVERY_LIMIT_MS, async () => (await isWhole(site)) || undefined)
  if (!isBack) noteViolation(client.ledger, `a node was not back after ${RECOVERY_LIMIT_MS} ms`)
  await waitUntilReady(service.site, service.program).catch(() => help(service, 'is not ready'))
  return !service.isLost
}

/** Notes that the service needed help, and starts it anew. */
async function help(service: Service, problem: string): Promise<void> {
  const { site, client, program } = service
  noteViolation(client.ledger, `the server ${problem}\n${logTail(site)}`)
  program.signal('SIGKILL')
  await program.ended
  service.program = startProgram(site)
  try {
    await waitUntilReady(site, service.program)
  } catch (error) {
    service.isLost = true
    noteViolation(client.ledger, `a fresh start did not help: ${String(error)}`)
  }
}

function since(at: number): number {
  return Math.round(performance.now() - at)
}
