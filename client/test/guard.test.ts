import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FetchAnswer } from '../src/fetch.ts'
import {
  GuardBlocked,
  type GuardRunOptions,
  type Lost,
  type PieceworkOptions,
} from '../src/index.ts'
import { answer, type Sent } from './support/answers.ts'
import { connect } from './support/connect.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const FOR: GuardRunOptions = {
  customer: 'acme',
  agent: 'support-agent',
  signal: 'ticket-resolved',
  estimatedCostUsd: '0.40',
  whenUndecided: 'stop',
  runId: 'run-1',
}
const USE = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1200 }
const TEXT = '5 USD a day: 4.62 spent + 0.40 held + 0.40 asked > 5 USD'

const refusal = (status: number, code: string) =>
  answer(status, { message: code, code, requestId: 'req-1' })
const allowed = answer(200, { decision: 'allow', reason: null, holdId: 'hold-1', resetsAt: null })
const warned = answer(200, { decision: 'warn', reason: 'budget_exceeded', holdId: 'hold-1' })
const blocked = answer(200, {
  decision: 'block',
  reason: 'budget_exceeded',
  message: TEXT,
  budgetId: 'budget-1',
  holdId: null,
  resetsAt: '2026-03-06T00:00:00.000Z',
})
const TOP_UP_URL = 'https://billing.example.com/portal/credit'
const byCredit = answer(200, {
  decision: 'block',
  reason: 'negative_credit',
  message: 'The credit of the customer is negative: -30 USD',
  budgetId: null,
  holdId: null,
  resetsAt: null,
  topUpUrl: TOP_UP_URL,
})
const stored = (entry: object = {}) =>
  answer(200, {
    results: { success: [{ index: 0, stored: true, totalCostUsd: '0.1', ...entry }], failed: [] },
  })
const left = (remaining: string) =>
  stored({ hold: { remaining, decision: Number(remaining) > 0 ? 'allow' : 'block' } })
const silent = () => new Promise<FetchAnswer>(() => undefined)

type Reply = FetchAnswer | Error | (() => Promise<FetchAnswer>)
type Replies = { hold?: Reply; extend?: Reply; release?: Reply; record?: Reply }

/** A service with one reply for each kind of request, which may be replaced during a test. */
function serviceOf(replies: Replies, options: PieceworkOptions = {}) {
  const sent: (Sent & { kind: keyof Replies; json: Record<string, unknown> })[] = []
  const lost: Lost[] = []
  const kindOf = (url: string): keyof Replies => {
    if (url.endsWith('/usage/record')) return 'record'
    const [, last] = /\/(extend|release)$/.exec(url) ?? []
    return last === 'extend' || last === 'release' ? last : 'hold'
  }
  const piecework = connect({
    fetch: async (url, init) => {
      const kind = kindOf(url)
      sent.push({ url, ...init, kind, json: JSON.parse(init.body ?? '{}') })
      const all = { hold: allowed, extend: allowed, release: answer(200, {}), record: left('1') }
      const reply = { ...all, ...replies }[kind]
      if (reply instanceof Error) throw reply
      return typeof reply === 'function' ? reply() : reply
    },
    recording: { onLost: (one) => void lost.push(one) },
    ...options,
  })
  const records = () =>
    sent.filter(({ kind }) => kind === 'record').flatMap(({ json }) => json.records)
  return { piecework, sent, lost, replies, kinds: () => sent.map(({ kind }) => kind), records }
}

/** Lets time pass until the call is settled; returns its error, or undefined. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const settled = call.then(
    () => undefined,
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(30_000)
  return settled
}

test('a run holds its estimate, reports what it uses and settles with its outcome', async () => {
  const { piecework, sent, kinds, records } = serviceOf({})
  const options = { ...FOR, idempotencyKey: 'ticket-1', metadata: { ticket: 1 } }
  const result = await piecework.guard.run(options, async (run) => {
    await run.spent([USE, USE])
    const evidence = { evidenceUrl: 'https://desk.example/1', evidence: 'Closed' }
    run.done({ quantity: 2, services: [USE], metadata: { isDone: true }, ...evidence })
    return `done by ${run.runId}`
  })
  expect(result).toBe('done by run-1')
  expect(kinds()).toEqual(['hold', 'record', 'record'])
  const work = { customerExternalId: 'acme', agentCode: 'support-agent' }
  const signalName = 'ticket-resolved'
  expect(sent[0]?.json).toEqual({
    ...work,
    signalName,
    estimatedCostUsd: '0.40',
    quantity: 1,
    runId: 'run-1',
    ttlSeconds: 900,
  })
  const ofRun = { ...work, signalName, runId: 'run-1' }
  const [use, outcome] = records() as Record<string, unknown>[]
  expect(use).toMatchObject({
    ...ofRun,
    quantity: 0,
    services: [USE, USE],
    metadata: { ticket: 1 },
  })
  expect(use?.idempotencyKey).not.toBe('ticket-1')
  expect(use).not.toHaveProperty('evidence')
  expect(outcome).toMatchObject({
    ...ofRun,
    quantity: 2,
    services: [USE],
    idempotencyKey: 'ticket-1',
    metadata: { ticket: 1, isDone: true },
    evidenceUrl: 'https://desk.example/1',
    evidence: 'Closed',
  })
})

test('a run that credit blocks leads to the page where credit is bought', async () => {
  const { piecework } = serviceOf({ hold: byCredit })
  const error = await errorOf(piecework.guard.run(FOR, vi.fn()))
  expect(error).toMatchObject({
    ...{ name: 'GuardBlocked', reason: 'negative_credit', budgetId: null, resetsAt: null },
    topUpUrl: TOP_UP_URL,
  })
})

test('a run that may not start does nothing, and its error says why and until when', async () => {
  const { piecework, kinds } = serviceOf({ hold: blocked })
  const work = vi.fn()
  const error = await errorOf(piecework.guard.run(FOR, work))
  expect(error).toBeInstanceOf(GuardBlocked)
  expect(error).toMatchObject({
    name: 'GuardBlocked',
    message: TEXT,
    reason: 'budget_exceeded',
    resetsAt: '2026-03-06T00:00:00.000Z',
    budgetId: 'budget-1',
    topUpUrl: null,
    runId: 'run-1',
    decision: { decision: 'block' },
  })
  expect(work).not.toHaveBeenCalled()
  expect(kinds()).toEqual(['hold'])
})

test('a run asks for more once nothing is left, and goes on if that fits', async () => {
  const { piecework, sent, kinds, replies } = serviceOf({ record: left('0.1') })
  await piecework.guard.run(FOR, async (run) => {
    await run.spent(USE)
    replies.record = left('0')
    await run.spent(USE)
    replies.record = left('0.2')
    await run.spent(USE)
    run.done()
  })
  expect(kinds()).toEqual(['hold', 'record', 'record', 'extend', 'record', 'record'])
  const extension = { costSoFarUsd: '0.2', nextCostUsd: '0.40', ttlSeconds: 900 }
  expect(sent[3]?.json).toEqual(extension)
})

test('with the cost of a step, a run asks as soon as less than that is left', async () => {
  const { piecework, sent, kinds, replies } = serviceOf({ record: left('0.05') })
  await piecework.guard.run({ ...FOR, nextCostUsd: 0.05 }, async (run) => {
    await run.spent(USE)
    replies.record = left('0.04')
    await run.spent(USE)
    replies.record = left('0.2')
    await run.spent(USE, { nextCostUsd: '0.3' })
    run.done()
  })
  expect(kinds()).toEqual(['hold', 'record', 'record', 'extend', 'record', 'extend', 'record'])
  const asked = sent.filter(({ kind }) => kind === 'extend').map(({ json }) => json.nextCostUsd)
  expect(asked).toEqual(['0.05', '0.3'])
})

test('an amount counts for decisions and is no record; with recorded services it adds up', async () => {
  const { piecework, sent, kinds } = serviceOf({ record: left('0.3') })
  await piecework.guard.run(FOR, async (run) => {
    await run.spent('0.15')
    await run.spent(USE)
    await run.spent(0.15)
    run.done({ services: [USE] })
  })
  expect(kinds()).toEqual(['hold', 'record', 'extend', 'record'])
  expect(sent[2]?.json).toMatchObject({ costSoFarUsd: '0.40', nextCostUsd: '0.40' })
})

test('an unknown cost does not say what is left, so the run asks', async () => {
  const failure = { index: 0, stored: true, code: 'NEEDS_COST_BACKFILL', error: 'no rate' }
  const record = answer(200, { results: { success: [], failed: [failure] } })
  const { piecework, kinds } = serviceOf({ record })
  await piecework.guard.run(FOR, async (run) => {
    await run.spent(USE)
    run.done()
  })
  expect(kinds()).toEqual(['hold', 'record', 'extend', 'record'])
})

test('a repeated record counts by its cost', async () => {
  const record = stored({ duplicate: true, totalCostUsd: '0.2' })
  const { piecework, kinds } = serviceOf({ record })
  await piecework.guard.run(FOR, async (run) => {
    await run.spent(USE)
    await run.spent(USE)
    run.done()
  })
  expect(kinds()).toEqual(['hold', 'record', 'record', 'extend', 'record'])
})

test('a long run extends its hold before it expires, by what is left', async () => {
  const { piecework, sent, kinds } = serviceOf({ record: left('0.25') })
  await piecework.guard.run({ ...FOR, ttlSeconds: 60 }, async (run) => {
    await run.spent(USE)
    await vi.advanceTimersByTimeAsync(31_000)
    await run.spent(USE)
    await run.spent(USE)
    run.done()
  })
  expect(kinds()).toEqual(['hold', 'record', 'record', 'extend', 'record', 'record'])
  expect(sent[3]?.json).toMatchObject({ nextCostUsd: '0.2500000000', ttlSeconds: 60 })
})

test('a block in mid-run aborts the signal, releases the hold and bills nothing', async () => {
  const { piecework, kinds } = serviceOf({ record: left('-0.1'), extend: blocked })
  let reason: unknown
  const error = await errorOf(
    piecework.guard.run(FOR, async (run) => {
      run.signal.addEventListener('abort', () => {
        reason = run.signal.reason
      })
      await run.spent(USE)
      run.done()
    }),
  )
  expect(error).toMatchObject({ name: 'GuardBlocked', message: TEXT })
  expect(reason).toBe(error)
  expect(kinds()).toEqual(['hold', 'record', 'extend', 'release'])
})

test('a call that the signal aborted does not hide the block', async () => {
  const { piecework } = serviceOf({ record: left('0'), extend: blocked })
  const aborted = new Error('Request was aborted.')
  const error = await errorOf(
    piecework.guard.run(FOR, async (run) => {
      const call = new Promise((_resolve, reject) => {
        run.signal.addEventListener('abort', () => reject(aborted))
      })
      await Promise.all([call, run.spent(USE)])
    }),
  )
  expect(error).toMatchObject({ name: 'GuardBlocked', cause: aborted })
})

test('what a stopped run still uses is recorded, and a partial result may be billed', async () => {
  const { piecework, kinds, records } = serviceOf({ record: left('0'), extend: blocked })
  const result = await piecework.guard.run(FOR, async (run) => {
    await run.spent(USE).catch(() => undefined)
    await expect(run.spent(USE)).rejects.toThrow(GuardBlocked)
    run.done()
    return 'half an answer'
  })
  expect(result).toBe('half an answer')
  expect(kinds()).toEqual(['hold', 'record', 'extend', 'record', 'record'])
  expect(records()).toMatchObject([{ quantity: 0 }, { quantity: 0 }, { quantity: 1 }])
})

test('work that throws releases its hold, and its own error is thrown', async () => {
  const failure = new Error('the model refused')
  const { piecework, kinds, records } = serviceOf({})
  const error = await errorOf(
    piecework.guard.run(FOR, (run) => {
      run.done()
      throw failure
    }),
  )
  expect(error).toBe(failure)
  expect(kinds()).toEqual(['hold', 'release'])
  expect(records()).toEqual([])
})

test.each([
  ['without an outcome', undefined],
  ['with a quantity of 0', { quantity: 0 }],
])('work that ends %s releases its hold', async (_what, outcome) => {
  const { piecework, kinds } = serviceOf({})
  const result = await piecework.guard.run(FOR, (run) => {
    if (outcome) run.done(outcome)
    return 'nothing found'
  })
  expect(result).toBe('nothing found')
  expect(kinds()).toEqual(['hold', 'release'])
})

test('a warning lets the run go on and is shown to it', async () => {
  const { piecework } = serviceOf({ hold: warned })
  const seen = await piecework.guard.run(FOR, (run) => run.decision?.decision)
  expect(seen).toBe('warn')
})

test('a decision of a newer service that is neither allow nor warn stops the run', async () => {
  const review = answer(200, { decision: 'review', reason: null, message: null, holdId: null })
  const { piecework } = serviceOf({ hold: review })
  expect(await errorOf(piecework.guard.run(FOR, vi.fn()))).toBeInstanceOf(GuardBlocked)
})

const UNDECIDED: [string, Reply][] = [
  ['never answers', silent],
  ['is unreachable', new Error('connect ECONNREFUSED')],
  ['cannot decide', refusal(503, 'undecided')],
  ['is behind a proxy that answers for it', answer(502, '<html>Bad gateway</html>')],
  ['is behind a page that answers 200', answer(200, { welcome: true })],
]

/** Returns the error of a call and the milliseconds after which it was thrown. */
async function timedErrorOf(call: Promise<unknown>) {
  const begun = performance.now()
  let after = 0
  const note = () => {
    after = performance.now() - begun
  }
  const error = await errorOf(call.finally(note))
  return { error, after }
}

test.each(UNDECIDED)('if the service %s, a run that must stop does so in time', async (_, hold) => {
  const { piecework, kinds } = serviceOf({ hold })
  const work = vi.fn()
  const call = piecework.guard.run({ ...FOR, timeoutMs: 1_000 }, work)
  const { error, after } = await timedErrorOf(call)
  expect(error).toMatchObject({ name: 'GuardBlocked', reason: 'undecided', resetsAt: null })
  expect((error as GuardBlocked).cause).toBeInstanceOf(Error)
  expect(after).toBeLessThanOrEqual(1_000)
  expect(work).not.toHaveBeenCalled()
  expect(kinds().length).toBeGreaterThan(1)
})

test('a run that stops undecided says after which time and why, and not that it waited to the end', async () => {
  const { piecework } = serviceOf({ hold: new Error('connect ECONNREFUSED') })
  const call = piecework.guard.run({ ...FOR, timeoutMs: 1_000 }, vi.fn())
  const { error, after } = await timedErrorOf(call)
  expect(after).toBeLessThan(1_000)
  const { message } = error as GuardBlocked
  expect(message).toContain(`No decision after ${Math.round(after)} ms, and the run stops`)
  expect(message).toContain('ECONNREFUSED')
})

test.each(UNDECIDED)('if the service %s, a run that may go on does so in time', async (_, hold) => {
  const { piecework } = serviceOf({ hold })
  let after = Number.NaN
  const begun = performance.now()
  const call = piecework.guard.run(
    { ...FOR, whenUndecided: 'allow', timeoutMs: 1_000 },
    ({ decision }) => {
      after = performance.now() - begun
      expect(decision).toBeUndefined()
    },
  )
  expect(await errorOf(call)).toBeUndefined()
  expect(after).toBeLessThanOrEqual(1_000)
})

test('a run that started without a decision gets its hold once the service is back', async () => {
  const { piecework, kinds, replies } = serviceOf({ hold: silent, record: stored() })
  const call = piecework.guard.run({ ...FOR, whenUndecided: 'allow' }, async (run) => {
    replies.hold = allowed
    await run.spent(USE)
    expect(run.decision?.decision).toBe('allow')
    throw new Error('the end')
  })
  expect(await errorOf(call)).toMatchObject({ message: 'the end' })
  expect(kinds()).toEqual(['hold', 'hold', 'record', 'hold', 'release'])
})

test.each([
  ['allow', undefined],
  ['stop', 'undecided'],
] as const)(
  'an outage in mid-run: %s, and what was used is recorded after it',
  async (whenUndecided, reason) => {
    const { piecework, replies, records, lost } = serviceOf({})
    let keyOfOutage: unknown
    const call = piecework.guard.run({ ...FOR, whenUndecided }, async (run) => {
      replies.record = silent
      replies.release = silent
      const spent = run.spent(USE)
      keyOfOutage = (records()[0] as Record<string, unknown>).idempotencyKey
      await spent
    })
    const { error, after } = await timedErrorOf(call)
    expect(error && (error as GuardBlocked).reason).toBe(reason)
    expect(after).toBeLessThanOrEqual(4_000)
    replies.record = stored()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(piecework.counts).toMatchObject({ stored: 1, lost: 0 })
    expect(records().at(-1)).toMatchObject({ idempotencyKey: keyOfOutage, quantity: 0 })
    expect(lost).toEqual([])
  },
)

test('a first answer that is lost is asked for again, on another connection, in time', async () => {
  const service = serviceOf({})
  service.replies.hold = () => {
    service.replies.hold = allowed
    return silent()
  }
  const work = vi.fn()
  expect(await errorOf(service.piecework.guard.run(FOR, work))).toBeUndefined()
  expect(work).toHaveBeenCalledOnce()
  expect(service.kinds()).toEqual(['hold', 'hold', 'release'])
})

test.each([
  [404, 'not_found', 'NotFoundError'],
  [401, 'unauthenticated', 'AuthenticationError'],
  [409, 'run_ended', 'ConflictError'],
])(
  'a refusal (%i %s) is thrown before the run starts, whatever it does when undecided',
  async (status, code, name) => {
    const { piecework, kinds } = serviceOf({ hold: refusal(status, code) })
    const work = vi.fn()
    const call = piecework.guard.run({ ...FOR, whenUndecided: 'allow' }, work)
    expect(await errorOf(call)).toMatchObject({ name, code })
    expect(work).not.toHaveBeenCalled()
    expect(kinds()).toEqual(['hold'])
  },
)

test('a refused report is thrown, and onLost gets its record', async () => {
  const failure = { index: 0, stored: false, code: 'VALIDATION_ERROR', error: 'too many tokens' }
  const record = answer(200, { results: { success: [], failed: [failure] } })
  const { piecework, kinds, lost } = serviceOf({ record })
  const error = await errorOf(piecework.guard.run(FOR, (run) => run.spent(USE)))
  expect(error).toMatchObject({ name: 'RecordingError', message: 'Not recorded: too many tokens' })
  expect(lost).toMatchObject([{ reason: 'rejected', records: [{ runId: 'run-1', quantity: 0 }] }])
  expect(kinds()).toEqual(['hold', 'record', 'release'])
})

const USED_KEY = {
  index: 0,
  stored: false,
  code: 'VALIDATION_ERROR',
  error: 'used before',
  conflictingEventId: 'event-1',
}

test.each([
  ['in the background', true, undefined],
  ['that waits for its records', false, 'RecordingError'],
])(
  'the outcome of a job that another run has finished is not billed again, by a client %s',
  async (_what, fireAndForget, name) => {
    const record = answer(200, { results: { success: [], failed: [USED_KEY] } })
    const { piecework, kinds, lost } = serviceOf({ record }, { fireAndForget })
    const call = piecework.guard.run({ ...FOR, idempotencyKey: 'ticket-1' }, (run) => run.done())
    expect(await errorOf(call)).toEqual(name && expect.objectContaining({ name }))
    expect(kinds()).toEqual(['hold', 'record', 'release'])
    await piecework.flush()
    expect(lost).toMatchObject([{ reason: 'already_recorded' }])
  },
)

test('a client that waits for its records throws for one that it could not store, with the result', async () => {
  const { piecework, lost } = serviceOf({ record: silent }, { fireAndForget: false, timeout: 500 })
  const call = piecework.guard.run(FOR, (run) => {
    run.done()
    return { text: 'solved' }
  })
  const error = await errorOf(call)
  expect(error).toMatchObject({ name: 'RecordingError', result: { text: 'solved' } })
  expect(lost).toMatchObject([{ reason: 'gave_up', records: [{ quantity: 1 }] }])
})

test.each([
  [Number.NaN, ['hold', 'release']],
  [-1, ['hold', 'record', 'release']],
])(
  'an outcome of %d units is lost with its reason, and not taken for none',
  async (quantity, asked) => {
    const failure = { index: 0, stored: false, code: 'VALIDATION_ERROR', error: 'quantity' }
    const record = answer(200, { results: { success: [], failed: [failure] } })
    const { piecework, kinds, lost } = serviceOf({ record })
    await piecework.guard.run(FOR, (run) => run.done({ quantity }))
    expect(kinds()).toEqual(asked)
    await piecework.flush()
    expect(lost).toMatchObject([{ reason: 'rejected' }])
  },
)

test('a release that is not answered neither hides the error of the work nor delays it for long', async () => {
  const { piecework } = serviceOf({ release: silent })
  const failure = new Error('the model refused')
  const call = piecework.guard.run({ ...FOR, timeoutMs: 500 }, () => Promise.reject(failure))
  const { error, after } = await timedErrorOf(call)
  expect(error).toBe(failure)
  expect(after).toBeLessThanOrEqual(500)
})

test('uses without names are recorded as unknown, and count', async () => {
  const { piecework, records } = serviceOf({})
  await piecework.guard.run(FOR, async (run) => {
    await run.spent({ model: 'gpt-4o' } as never)
    await run.spent([])
  })
  expect(records()).toMatchObject([
    { services: [{ model: 'gpt-4o', modelProvider: 'unknown' }] },
    { services: [{ model: 'none', modelProvider: 'piecework' }] },
  ])
})

test.each([
  [{ whenUndecided: undefined }, "whenUndecided must be 'allow' or 'stop', not undefined"],
  [{ whenUndecided: 'wait' }, "whenUndecided must be 'allow' or 'stop', not wait"],
  [{ estimatedCostUsd: undefined }, 'estimatedCostUsd must be USD of at least 0'],
  [{ estimatedCostUsd: '-1' }, 'estimatedCostUsd must be USD of at least 0'],
  [{ nextCostUsd: Number.NaN }, 'nextCostUsd must be USD of at least 0'],
  [{ timeoutMs: 0 }, 'timeoutMs must be milliseconds above 0'],
  [{ quantity: 1.5 }, 'quantity must be a whole number'],
])('the options %j are refused before a request', async (options, message) => {
  const { piecework, sent } = serviceOf({})
  const error = await errorOf(piecework.guard.run({ ...FOR, ...options } as never, vi.fn()))
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  expect(sent).toEqual([])
})

test('an amount that is none is refused, and the run releases its hold', async () => {
  const { piecework, kinds } = serviceOf({})
  const error = await errorOf(piecework.guard.run(FOR, (run) => run.spent(Number.NaN)))
  expect(error).toBeInstanceOf(TypeError)
  expect(kinds()).toEqual(['hold', 'release'])
})

test('what a run records at once is counted as what is recorded in the background', async () => {
  const failure = { index: 0, stored: true, code: 'NEEDS_COST_BACKFILL', error: 'no rate' }
  const uncosted = answer(200, { results: { success: [], failed: [failure] } })
  const { piecework, replies } = serviceOf({ record: stored({ duplicate: true }) })
  await piecework.guard.run(FOR, async (run) => {
    await run.spent(USE)
    replies.record = stored({ warnings: ['unknown field qty'] })
    await run.spent(USE)
    replies.record = uncosted
    run.done()
  })
  const counts = { recorded: 3, stored: 3, duplicates: 1, warned: 1, uncosted: 1, lost: 0 }
  expect(piecework.counts).toMatchObject(counts)
})

test('an outcome may have one service in place of a list', async () => {
  const { piecework, kinds, records } = serviceOf({})
  await piecework.guard.run(FOR, (run) => run.done({ services: USE }))
  await piecework.guard.run(FOR, (run) => run.done({ services: null } as never))
  expect(kinds()).toEqual(['hold', 'record', 'hold', 'record'])
  expect(records()).toMatchObject([
    { services: [USE], quantity: 1 },
    { services: [{ model: 'none' }], quantity: 1 },
  ])
})

test('an outcome that cannot be read releases the hold, and its error is thrown', async () => {
  const failure = new Error('no model')
  const broken = {
    get model(): string {
      throw failure
    },
    modelProvider: 'openai',
  }
  const { piecework, kinds } = serviceOf({})
  const call = piecework.guard.run(FOR, (run) => run.done({ services: broken }))
  expect(await errorOf(call)).toBe(failure)
  expect(kinds()).toEqual(['hold', 'release'])
})

test('without onLost, records are logged as lost exactly where the caller gets no error of them', async () => {
  const said: string[] = []
  const nothing = () => undefined
  const error = (text: string) => void said.push(text)
  const logger = { debug: nothing, info: nothing, warn: nothing, error }
  const failure = { index: 0, stored: false, code: 'VALIDATION_ERROR', error: 'too many tokens' }
  const refused = answer(200, { results: { success: [], failed: [failure] } })
  const options = { logger, recording: {} }

  const waits = serviceOf({ record: refused }, { ...options, fireAndForget: false })
  const strictEnd = waits.piecework.guard.run(FOR, (run) => run.done())
  expect(await errorOf(strictEnd)).toMatchObject({ name: 'RecordingError' })
  const { piecework } = serviceOf({ record: refused }, options)
  const reported = piecework.guard.run(FOR, (run) => run.spent(USE))
  expect(await errorOf(reported)).toMatchObject({ name: 'RecordingError' })
  expect(said).toEqual([])

  expect(await errorOf(piecework.guard.run(FOR, (run) => run.done()))).toBeUndefined()
  expect(said).toEqual([
    expect.stringMatching(/lost \(rejected\): Not recorded|lost \(rejected\): The job/),
  ])
  expect(piecework.counts).toMatchObject({ recorded: 2, lost: 2 })
})

test('of several records that are not stored, the caller gets the first error and the others are logged', async () => {
  const said: string[] = []
  const nothing = () => undefined
  const error = (text: string) => void said.push(text)
  const logger = { debug: nothing, info: nothing, warn: nothing, error }
  const { piecework } = serviceOf(
    { record: silent },
    { logger, recording: {}, fireAndForget: false, timeout: 500 },
  )
  const call = piecework.guard.run({ ...FOR, whenUndecided: 'allow' }, async (run) => {
    await run.spent(USE)
    run.done()
  })
  expect(await errorOf(call)).toMatchObject({ name: 'RecordingError' })
  expect(said).toHaveLength(1)
  expect(piecework.counts).toMatchObject({ recorded: 2, lost: 2 })
})
