import { setTimeout as sleep } from 'node:timers/promises'
import { holdCommits, killBackend, killPostmaster, shutDownPostmaster } from './faults.ts'
import { noteViolation } from './notes.ts'
import type { Fault, FaultKind } from './plan.ts'
import { logTail, type Program, startProgram, waitUntilReady } from './program.ts'
import type { Random } from './random.ts'
import { findPostmaster, isWhole, type Site } from './site.ts'
import { isAnswered, type Traffic } from './traffic.ts'
import { within } from './within.ts'

/** Limits for processes that hang, not for slow ones: the figures report the actual times. */
const RECOVERY_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
/** A session may outlive its postmaster briefly, and even commit. */
const OUTLIVING_MS = 100
/** Time for the client to notice that a connection is lost. */
const SETTLE_MS = 10_000
/** Enough of a refusal to identify it. */
const REFUSAL_CHARACTERS = 300

/** The service under test through all its restarts, and the faults injected so far. */
export type Service<T extends Traffic = Traffic> = {
  site: Site
  client: T
  random: Random
  program: Program
  kills: Record<FaultKind, number>
  firstStartKills: number
  /** Longest time from a fault to the first answer to a later request. */
  recoveryMs: Record<FaultKind, number>
  longestStopMs: number
  /** True if it could not be recovered, so the test cannot continue. */
  isLost: boolean
}

/** Injects the planned faults, restarts what was stopped, and waits for recovery. */
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
      // If an earlier fault keeps it from running, the worst moment is right after it runs again.
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

/**
 * Sends SIGTERM: requests in progress must be answered, and the program must exit in time and
 * completely.
 */
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
    // Only a program that has done nothing yet may be ended by the signal itself.
    const problem = `the server ended with ${ending} after SIGTERM`
    noteViolation(client.ledger, `${problem}\n${logTail(site)}`)
  } else if (ending === '0' && (await findPostmaster(site.dataDir)) !== undefined) {
    noteViolation(client.ledger, 'PostgreSQL still ran after the server had stopped')
  }
  if (readUntil !== undefined) await expectAnswers(client, { readUntil, signalledAt })
}

/**
 * Returns a time before which everything sent was certainly read: the server has since accepted two
 * requests in sequence, each on a new connection. Returns undefined when it did not.
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

/** Asserts that requests read before the signal were answered successfully. */
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

/** Waits until a request sent after the fault is answered, without outside help. */
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

/** Asserts that the program still runs: only a kill of the server itself may end it. */
async function expectRunning(service: Service): Promise<void> {
  const ending = service.program.ending()
  if (ending !== undefined) await help(service, `ended by itself with ${ending}`)
}

/**
 * Checks after the load that the service is ready without help. Waits for every node of a cluster
 * first: without one, the service works only for customers on the others.
 */
export async function isReady(service: Service): Promise<boolean> {
  await expectRunning(service)
  const { site, client } = service
  const isBack = await within(RECOVERY_LIMIT_MS, async () => (await isWhole(site)) || undefined)
  if (!isBack) noteViolation(client.ledger, `a node was not back after ${RECOVERY_LIMIT_MS} ms`)
  await waitUntilReady(service.site, service.program).catch(() => help(service, 'is not ready'))
  return !service.isLost
}

/** Notes that the service needed help, and starts it again. */
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
