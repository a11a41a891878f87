import { isDatabaseUnreachable, isRetryable } from '../../../platform/database/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Answer, Ask, AskResult } from './ask.ts'
import { AccountMissing, decideGroup, type GroupDeps } from './group.ts'
import { inTime, undecided } from './in-time.ts'

/** Each lane has one transaction at a time. A customer always uses the same lane. */
const LANES = 3
const ASKS_AT_ONCE = 500

export type Guard = {
  /**
   * Decides if a run may go on, and stores its hold durably. Throws `undecided` if that is not known
   * in time; then the hold may exist nevertheless, and the same ask returns it.
   */
  ask: (ask: Ask) => Promise<Answer>
}

type GuardDeps = GroupDeps & { log: Log }

type Waiting = {
  ask: Ask
  /** A time of `performance.now()`. */
  askedAt: number
  resolve: (result: AskResult) => void
  reject: (error: unknown) => void
}

/** Decides asks by group commit: while one transaction is written, further asks gather. */
export function createGuard(deps: GuardDeps): Guard {
  const lanes = Array.from({ length: LANES }, () => createLane(deps))
  return {
    ask: async (ask) => {
      const place = Number.parseInt(ask.customerId.slice(-4), 16) % LANES
      const lane = lanes[place]
      if (!lane) throw undecided()
      const result = await inTime(lane(ask), deps.withinMs)
      if (result.kind === 'answered') return result.answer
      throw result.error
    },
  }
}

function createLane(deps: GuardDeps): (ask: Ask) => Promise<AskResult> {
  const waiting: Waiting[] = []
  let isDeciding = false
  async function decideWaiting(): Promise<void> {
    while (waiting.length > 0) {
      refuseLate(waiting, deps)
      await finish(waiting.splice(0, ASKS_AT_ONCE), deps)
    }
    isDeciding = false
  }
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, askedAt: performance.now(), resolve, reject })
      if (isDeciding) return
      isDeciding = true
      void decideWaiting()
    })
}

/** Refuses asks that waited too long: their callers have given up. */
function refuseLate(waiting: Waiting[], { withinMs }: GuardDeps): void {
  const oldest = performance.now() - withinMs
  const count = waiting.findIndex(({ askedAt }) => askedAt >= oldest)
  for (const { reject } of waiting.splice(0, count === -1 ? waiting.length : count)) {
    reject(undecided())
  }
}

/**
 * Decides a group; never rejects. If its transaction fails, each customer has one of its own, so that
 * a customer whose account is locked does not stop the runs of others.
 */
async function finish(group: readonly Waiting[], deps: GuardDeps): Promise<void> {
  if (group.length === 0) return
  const error = await tryToDecide(group, deps)
  if (error === undefined) return
  const byCustomer = [...Map.groupBy(group, ({ ask }) => ask.customerId).values()]
  if (byCustomer.length === 1 && !(error instanceof AccountMissing)) {
    return refuse(group, error, deps)
  }
  await Promise.all(
    byCustomer.map(async (all) => {
      const own = [...all]
      refuseLate(own, deps)
      const failure = own.length > 0 && (await tryToDecide(own, deps))
      if (failure) refuse(own, failure, deps)
    }),
  )
}

/** Decides asks in one transaction; returns the error if it failed. */
async function tryToDecide(group: readonly Waiting[], deps: GuardDeps): Promise<unknown> {
  try {
    const asks = group.map(({ ask }) => ask)
    const results = await decideGroup(deps, asks)
    for (const [at, { resolve }] of group.entries()) resolve(resultOf(results, at))
    return undefined
  } catch (error) {
    if (error instanceof AccountMissing) deps.accounts.forget(error.customerId)
    return error
  }
}

function resultOf(results: readonly AskResult[], at: number): AskResult {
  const result = results[at]
  if (!result) throw new Error('An ask has no result')
  return result
}

function refuse(group: readonly Waiting[], error: unknown, { log }: GuardDeps): void {
  const isExpected = isDatabaseUnreachable(error) || isRetryable(error)
  if (isExpected) log.warn({ err: error, asks: group.length }, 'runs were not decided in time')
  for (const { reject } of group) reject(isExpected ? undecided() : error)
}
