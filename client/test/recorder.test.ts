import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Fetch, FetchAnswer } from '../src/fetch.ts'
import {
  AlreadyRecordedError,
  type Lost,
  Piecework,
  type RecordingOptions,
  type UsageRecord,
} from '../src/index.ts'
import { answer, brokenAnswer, type Sent } from './support/answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const record = (
  id: number | string,
  more: Partial<Omit<UsageRecord, 'services'>> = {},
): UsageRecord => ({
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  idempotencyKey: `job-${id}`,
  ...more,
})

const recordsOf = ({ body = '' }: Pick<Sent, 'body'>): UsageRecord[] => JSON.parse(body).records
const keysOf = (records: UsageRecord[]) => records.map(({ idempotencyKey }) => idempotencyKey)

const stored = (index: number, more: object = {}) => ({ index, stored: true, ...more })
const result = (success: object[], failed: object[] = []) =>
  answer(200, { results: { success, failed } })
const allStored = (sent: Pick<Sent, 'body'>) =>
  result(recordsOf(sent).map((_record, index) => stored(index)))
const refused = (status: number, message: unknown, headers?: Record<string, string>) =>
  answer(status, { message, code: 'x', requestId: 'req-1' }, headers)

type Reply = (sent: Sent, number: number) => FetchAnswer | Promise<FetchAnswer>

/** Creates a client of a service that sends this reply; records what was sent and lost. */
function clientOf(reply: Reply, recording: RecordingOptions = {}, apiKey = 'pw_sk_test_1') {
  const sent: Sent[] = []
  const lost: Lost[] = []
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, ...init })
    return reply({ url, ...init }, sent.length)
  }
  const onLost = (one: Lost) => void lost.push(one)
  const piecework = new Piecework({ apiKey, fetch, recording: { onLost, ...recording } })
  const add = (from: number, to: number) => {
    for (let id = from; id <= to; id++) void piecework.record(record(id))
  }
  const batches = () => sent.map((one) => recordsOf(one).length)
  return { piecework, sent, lost, add, batches }
}

test('records wait for others, at most as long as the interval', async () => {
  const { piecework, add, batches } = clientOf(allStored, { flushInterval: 1_000 })
  add(1, 3)
  await vi.advanceTimersByTimeAsync(999)
  expect(batches()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches()).toEqual([3])
  expect(piecework.counts).toMatchObject({ recorded: 3, stored: 3, queued: 0, inFlight: 0 })
})

test('a hundred records are sent immediately, and never more in one request', async () => {
  const { add, batches } = clientOf(allStored)
  add(1, 250)
  await vi.advanceTimersByTimeAsync(1)
  expect(batches()).toEqual([100, 100])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(batches()).toEqual([100, 100, 50])
})

test('large records go in requests that the service takes', async () => {
  const { piecework, sent } = clientOf(allStored)
  for (let id = 0; id < 10; id++)
    void piecework.record(record(id, { metadata: { text: 'ü'.repeat(150_000) } }))
  await piecework.flush()
  expect(sent.length).toBeGreaterThan(3)
  for (const { body = '' } of sent) expect(Buffer.byteLength(body)).toBeLessThan(1_048_576)
  expect(piecework.counts.stored).toBe(10)
})

test('a record without a key gets one, and every try sends the same bytes', async () => {
  const { piecework, sent } = clientOf((one, number) =>
    number === 1 ? brokenAnswer() : allStored(one),
  )
  const { idempotencyKey: _none, ...plain } = record(1)
  const mine: UsageRecord = { ...plain, metadata: { step: 1 } }
  void piecework.record(mine)
  mine.metadata = { step: 2 }
  await vi.advanceTimersByTimeAsync(5_000)
  const [first, second] = sent.map(({ body }) => body)
  expect(second).toBe(first)
  expect(recordsOf({ body: first ?? '' })).toMatchObject([
    { idempotencyKey: expect.any(String), metadata: { step: 1 } },
  ])
})

test('with a live key a record counts when it was recorded, however late it is sent', async () => {
  vi.setSystemTime('2026-03-31T23:59:59.500Z')
  const { piecework, sent } = clientOf(allStored, { flushInterval: 1_000 }, 'pw_sk_live_1')
  void piecework.record(record(1))
  void piecework.record(record(2, { usageDate: '2026-01-01' }))
  await vi.advanceTimersByTimeAsync(1_000)
  const dates = sent.flatMap(recordsOf).map(({ usageDate, recordedAt }) => [usageDate, recordedAt])
  expect(dates).toEqual([
    [undefined, '2026-03-31T23:59:59.500Z'],
    ['2026-01-01', undefined],
  ])
})

test('a different record under a used key is counted apart from lost ones', async () => {
  const error = 'used before'
  const conflict = { stored: false, code: 'VALIDATION_ERROR', error, conflictingEventId: 'event-1' }
  const { piecework, add, lost } = clientOf(() => result([stored(0)], [{ index: 1, ...conflict }]))
  add(1, 2)
  await piecework.flush()
  expect(piecework.counts).toMatchObject({ recorded: 2, stored: 1, alreadyRecorded: 1, lost: 0 })
  expect(lost).toEqual([
    { reason: 'already_recorded', error: expect.any(AlreadyRecordedError), records: [record(2)] },
  ])
  expect(lost[0]?.error).toMatchObject({ code: 'VALIDATION_ERROR', eventId: 'event-1' })
})

test('with a test key the clock of the service dates a record', async () => {
  const { piecework, sent } = clientOf(allStored)
  void piecework.record(record(1))
  await piecework.flush()
  expect(sent.flatMap(recordsOf)[0]).not.toHaveProperty('usageDate')
  expect(sent.flatMap(recordsOf)[0]).not.toHaveProperty('recordedAt')
})

test('a stored record is never sent again, with or without a cost', async () => {
  const { piecework, add, sent, lost } = clientOf(() =>
    result([stored(0)], [stored(1, { code: 'NEEDS_COST_BACKFILL', error: 'unknown model' })]),
  )
  add(1, 2)
  await piecework.flush()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sent).toHaveLength(1)
  expect(lost).toEqual([])
  expect(piecework.counts).toMatchObject({ stored: 2, uncosted: 1, lost: 0 })
})

test('a rejected record does not keep the rest of its batch from being stored', async () => {
  const error = 'inputTokens must be a whole number'
  const { piecework, add, sent, lost } = clientOf(() =>
    result([stored(0), stored(2)], [{ index: 1, stored: false, code: 'VALIDATION_ERROR', error }]),
  )
  add(1, 3)
  await piecework.flush()
  expect(sent).toHaveLength(1)
  expect(piecework.counts).toMatchObject({ stored: 2, lost: 1 })
  expect(lost).toMatchObject([
    {
      reason: 'rejected',
      records: [record(2)],
      error: { name: 'ValidationError', message: error },
    },
  ])
})

test('only the records that the service could not store are sent again', async () => {
  const { piecework, add, sent } = clientOf((one, number) =>
    number === 1
      ? result([stored(0)], [{ index: 1, stored: false, code: 'INTERNAL_ERROR', error: 'a fault' }])
      : allStored(one),
  )
  add(1, 2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.map((one) => keysOf(recordsOf(one)))).toEqual([['job-1', 'job-2'], ['job-2']])
  expect(piecework.counts).toMatchObject({ stored: 2, retries: 1, waiting: 0 })
})

test('a record that the response does not mention is retried', async () => {
  const { piecework, add } = clientOf((one, number) =>
    number === 1
      ? result([stored(0)])
      : result(recordsOf(one).map((_it, at) => stored(at, { duplicate: true }))),
  )
  add(1, 2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(piecework.counts).toMatchObject({ stored: 2, duplicates: 1 })
})

test('a batch that names its malformed records is sent again without them', async () => {
  const { piecework, add, sent, lost } = clientOf((one, number) =>
    number === 1
      ? refused(400, ['records[1].agentCode is required', 'records[3].signalName is required'])
      : allStored(one),
  )
  add(1, 4)
  await piecework.flush()
  expect(sent.map((one) => keysOf(recordsOf(one)))[1]).toEqual(['job-1', 'job-3'])
  expect(lost.map(({ reason, records }) => [reason, keysOf(records)])).toEqual([
    ['rejected', ['job-2']],
    ['rejected', ['job-4']],
  ])
})

test('records refused for the same reasons are lost together, without their place in a batch', async () => {
  const { piecework, add, lost } = clientOf((one, number) =>
    number === 1
      ? refused(400, [
          'records[0].services[1].modelProvider is required',
          'records[1] must be an object',
          'records[2].agentCode is required',
          'records[2].signalName is required',
          'records[3].services[1].modelProvider is required',
        ])
      : allStored(one),
  )
  add(1, 5)
  await piecework.flush()
  const of = ({ error, records }: Lost) => [error.messages, keysOf(records)]
  expect(lost.map(of)).toEqual([
    [['services[1].modelProvider is required'], ['job-1', 'job-4']],
    [['The record must be an object'], ['job-2']],
    [['agentCode is required', 'signalName is required'], ['job-3']],
  ])
  expect(lost[0]?.error).toMatchObject({ name: 'ValidationError', status: 400, requestId: 'req-1' })
  expect(piecework.counts).toMatchObject({ stored: 1, lost: 4 })
})

test('warnings of the service about stored records are counted, and each is logged once', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const typo = 'unknown field qty: did you mean quantity?'
  const unpriced = 'no rates for the service tier'
  const { piecework, add } = clientOf((one) => {
    const [first, ...others] = recordsOf(one).map((_record, at) => at)
    const failed = { code: 'NEEDS_COST_BACKFILL', stored: true, error: 'unknown model' }
    return result(
      others.map((at) => stored(at, at === 1 ? { warnings: [typo] } : {})),
      [{ index: first, ...failed, warnings: [typo, unpriced] }],
    )
  })
  add(1, 3)
  await piecework.flush()
  add(4, 6)
  await piecework.flush()
  expect(piecework.counts).toMatchObject({ stored: 6, warned: 4, lost: 0 })
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    `A usage record has a warning: ${typo}`,
    `A usage record has a warning: ${unpriced}`,
  ])
  warn.mockRestore()
})

test('a log is not filled by warnings that all differ', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const { piecework, add } = clientOf((one) =>
    result(recordsOf(one).map((_record, at) => stored(at, { warnings: [`field${at}`] }))),
  )
  add(1, 50)
  await piecework.flush()
  expect(piecework.counts.warned).toBe(50)
  expect(warn).toHaveBeenCalledTimes(11)
  expect(warn.mock.calls.at(-1)?.[0]).toContain('further warnings')
  warn.mockRestore()
})

test.each([400, 413])(
  'a batch rejected with %d as a whole is split until the faulty record is isolated',
  async (status) => {
    const isBad = (one: Sent) => keysOf(recordsOf(one)).includes('job-5')
    const { piecework, add, lost } = clientOf((one) =>
      isBad(one) ? refused(status, 'not like this') : allStored(one),
    )
    add(1, 8)
    await piecework.flush()
    expect(piecework.counts).toMatchObject({ recorded: 8, stored: 7, lost: 1 })
    expect(lost).toMatchObject([{ reason: 'rejected', records: [record(5)], error: { status } }])
  },
)

test('a wrong key is reported immediately with the records, and not retried', async () => {
  const { piecework, add, sent, lost } = clientOf(() => refused(401, 'The key is revoked'))
  add(1, 2)
  await piecework.flush()
  expect(sent).toHaveLength(1)
  expect(lost).toMatchObject([
    {
      reason: 'rejected',
      error: { name: 'AuthenticationError', requestId: 'req-1' },
      records: [record(1), record(2)],
    },
  ])
})

test('a record is retried up to the limit with growing delays, and then reported as lost', async () => {
  const times: number[] = []
  const { piecework, add, lost } = clientOf(
    () => {
      times.push(performance.now())
      throw new Error('connect ECONNREFUSED')
    },
    { maxRetries: 5 },
  )
  add(1, 1)
  const flushed = piecework.flush()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await flushed).toBe(true)
  const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0))
  expect(waits).toHaveLength(5)
  for (const [at, ms] of waits.entries()) {
    expect(ms).toBeGreaterThanOrEqual(Math.min(500 * 2 ** at, 5_000) - 1)
    expect(ms).toBeLessThanOrEqual(Math.min(1_000 * 2 ** at, 10_000) + 1)
  }
  expect(lost).toMatchObject([
    { reason: 'gave_up', error: { name: 'NetworkError' }, records: [record(1)] },
  ])
  expect(piecework.counts).toMatchObject({ lost: 1, retries: 5, waiting: 0 })
})

test('a service that never answers is tried again after the timeout', async () => {
  const { piecework, add, sent } = clientOf((one, number) =>
    number === 1 ? new Promise<never>(() => undefined) : allStored(one),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(piecework.counts).toMatchObject({ stored: 1, retries: 1 })
})

test('nothing is sent while the service asks to wait, and no attempt is used up', async () => {
  const { piecework, add, batches } = clientOf((one, number) =>
    number === 1 ? refused(429, 'slow down', { 'retry-after': '60' }) : allStored(one),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(1_000)
  add(2, 500)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(batches()).toEqual([1])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(piecework.counts).toMatchObject({ stored: 500, retries: 1, lost: 0 })
})

test('a jump of the system clock changes no delay', async () => {
  const { piecework, add, sent } = clientOf((one, number) =>
    number === 1 ? refused(503, 'restarting', { 'retry-after': '10' }) : allStored(one),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.setSystemTime('1999-01-01')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toHaveLength(1)
  vi.setSystemTime('2099-01-01')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(piecework.counts.stored).toBe(1)
})

test('flush waits for a batch in flight, and not for later records', async () => {
  let reply: (() => void) | undefined
  const { piecework, add } = clientOf((one, number) =>
    number === 1
      ? new Promise((resolve) => {
          reply = () => resolve(allStored(one))
        })
      : new Promise(() => undefined),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(1_000)
  let isDone = false
  const flushed = piecework.flush().then((done) => {
    isDone = done
  })
  add(2, 2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isDone).toBe(false)
  reply?.()
  await flushed
  expect(isDone).toBe(true)
  expect(piecework.counts).toMatchObject({ recorded: 2, stored: 1, inFlight: 1 })
})

test('flush returns false at its timeout, and the records are still sent', async () => {
  const { piecework, add } = clientOf((one, number) =>
    number === 1 ? brokenAnswer() : allStored(one),
  )
  add(1, 1)
  const flushed = piecework.flush({ timeout: 100 })
  await vi.advanceTimersByTimeAsync(100)
  expect(await flushed).toBe(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(piecework.counts.stored).toBe(1)
})

test('flush with nothing held ends at once', async () => {
  expect(await clientOf(allStored).piecework.flush()).toBe(true)
})

test('close during a wait tries once more at once', async () => {
  const { piecework, add, sent } = clientOf((one, number) =>
    number <= 3 ? brokenAnswer() : allStored(one),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(sent).toHaveLength(3)
  expect(await piecework.close()).toBe(true)
  expect(piecework.counts).toMatchObject({ stored: 1, waiting: 0 })
})

test('close reports records not sent in time as lost, whether queued, waiting or in flight', async () => {
  const { piecework, add, lost } = clientOf((_one, number) =>
    number === 1 ? brokenAnswer() : new Promise<never>(() => undefined),
  )
  add(1, 1)
  await vi.advanceTimersByTimeAsync(1_000)
  add(2, 1_000)
  const closed = piecework.close({ timeout: 2_000 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await closed).toBe(false)
  expect(piecework.counts).toMatchObject({ lost: 1_000, queued: 0, waiting: 0, inFlight: 0 })
  expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['closed']))
  const keys = lost.flatMap(({ records }) => keysOf(records))
  expect(new Set(keys).size).toBe(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('records that an outage held until the close have its last error as the cause', async () => {
  const { piecework, add, lost } = clientOf(brokenAnswer)
  add(1, 1)
  await vi.advanceTimersByTimeAsync(4_000)
  const closed = piecework.close({ timeout: 10 })
  await vi.advanceTimersByTimeAsync(10)
  expect(await closed).toBe(false)
  const [{ reason, error } = expect.unreachable('nothing is lost')] = lost
  expect(reason).toBe('closed')
  expect(error.cause).toBeInstanceOf(Error)
  const { message } = error.cause as Error
  expect(error.message).toBe(`The client is closed, and the last attempt failed: ${message}`)
})

test('an answer after close counts no record twice', async () => {
  let reply: (() => void) | undefined
  const { piecework, add } = clientOf(
    (one) =>
      new Promise((resolve) => {
        reply = () => resolve(allStored(one))
      }),
  )
  add(1, 1)
  const closed = piecework.close({ timeout: 10 })
  await vi.advanceTimersByTimeAsync(10)
  await closed
  reply?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(piecework.counts).toMatchObject({ recorded: 1, stored: 0, lost: 1 })
})

test('a record after close goes to onLost and is not sent', async () => {
  const { piecework, add, sent, lost } = clientOf(allStored)
  await piecework.close()
  await piecework.close()
  add(1, 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  expect(lost).toMatchObject([{ reason: 'closed', records: [record(1)] }])
})

test('recording never throws, with any input and any failure of the callback', async () => {
  const { piecework } = clientOf(allStored, {
    onLost: () => {
      throw new Error('the callback is broken')
    },
  })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const impossible = [
    null,
    undefined,
    { ...record(1), quantity: 1n },
    { ...record(2), metadata: circle },
  ]
  for (const one of impossible) await piecework.record(one as unknown as UsageRecord)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(piecework.counts).toMatchObject({ recorded: 4, lost: 4, queued: 0 })
})

const USE = { model: 'gpt-4o', modelProvider: 'openai' }

test('a count that JSON would leave out is lost with its record, which the service would bill as 1', async () => {
  const { piecework, sent, lost } = clientOf(allStored)
  await piecework.record({ ...record(1), quantity: Number.NaN })
  await piecework.record({
    ...record(2),
    services: [{ ...USE, inputTokens: Number.POSITIVE_INFINITY }],
  } as UsageRecord)
  await piecework.record({ ...record(3), metadata: { score: Number.NaN } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(lost.map(({ reason, error }) => [reason, error.message])).toEqual([
    ['not_json', 'The record is no JSON: TypeError: quantity is NaN'],
    ['not_json', 'The record is no JSON: TypeError: inputTokens is Infinity'],
  ])
  expect(sent).toHaveLength(1)
})

test('neither an asynchronous failure of the callback nor a foreign response affects anything else', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const onLost = () => Promise.reject(new Error('no room on the disk'))
  const { piecework, add } = clientOf(() => result([], [null as unknown as object]), { onLost })
  add(1, 1)
  const closed = piecework.close({ timeout: 1_000 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await closed).toBe(false)
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(piecework.counts).toMatchObject({ recorded: 1, lost: 1 })
})

test('a callback that records lost records again does not block the caller', async () => {
  let again = 0
  const { piecework } = clientOf(() => refused(401, 'revoked'), {
    onLost: ({ records }) => {
      for (const one of records) {
        again += 1
        void piecework.record(one)
      }
    },
  })
  void piecework.record(record(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(again).toBeGreaterThan(2)
  expect(again).toBeLessThan(20)
})

test('without a callback each reason of a loss is a warning of the process', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const { piecework, add } = clientOf(
    (one, number) =>
      number === 1
        ? refused(400, ['records[0].agentCode is required', 'records[1].signalName is required'])
        : allStored(one),
    { onLost: undefined },
  )
  add(1, 3)
  await piecework.flush()
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    expect.stringContaining('(rejected): agentCode is required.'),
    expect.stringContaining('(rejected): signalName is required.'),
  ])
  warn.mockRestore()
})

test('without a callback losses for the same reason are one warning of the process', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const { piecework, add } = clientOf(() => refused(401, 'revoked'), { onLost: undefined })
  add(1, 3)
  await piecework.flush()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[0]).toContain('revoked')
  warn.mockRestore()
})

test('an outage of an hour: held records are bounded, and all others are reported as lost', async () => {
  const keys = new Set<string | undefined>()
  const { piecework, add } = clientOf(
    (_one, number) => {
      if (number % 2 === 0) return new Promise<never>(() => undefined)
      throw new Error('connect ECONNREFUSED')
    },
    {
      onLost: ({ records }) => {
        for (const key of keysOf(records)) keys.add(key)
      },
    },
  )
  let most = 0
  for (let second = 0; second < 3_600; second++) {
    add(second * 50 + 1, second * 50 + 50)
    await vi.advanceTimersByTimeAsync(1_000)
    const { queued, waiting, inFlight } = piecework.counts
    expect(waiting).toBeLessThanOrEqual(1_000)
    expect(inFlight).toBeLessThanOrEqual(400)
    most = Math.max(most, queued + waiting + inFlight)
  }
  expect(most).toBeLessThanOrEqual(10_000 + 1_000 + 400)
  await vi.runAllTimersAsync()
  const { recorded, lost, queued, waiting, inFlight } = piecework.counts
  expect(recorded).toBe(180_000)
  expect(lost + queued + waiting + inFlight).toBe(recorded)
  expect(keys.size).toBe(lost)
})

test('records that overflow without a pause are reported as lost immediately', () => {
  const { piecework, add, lost } = clientOf(allStored, { maxQueued: 200 })
  add(1, 10_000)
  const told = lost.reduce((sum, { records }) => sum + records.length, 0)
  expect(told).toBeGreaterThanOrEqual(9_700)
  expect(piecework.counts).toMatchObject({ queued: 200, lost: 9_800 })
})

test('an outage of 4 seconds at 1,000 records a second loses none and tries one batch at a time', async () => {
  let isAway = false
  let underWay = 0
  const { piecework, add, lost } = clientOf(async (one) => {
    underWay += 1
    if (isAway && piecework.counts.waiting > 0) expect(underWay).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay -= 1
    if (isAway) throw new Error('connect ECONNREFUSED')
    return allStored(one)
  })
  for (let tenth = 0; tenth < 100; tenth++) {
    isAway = tenth >= 10 && tenth < 50
    add(tenth * 100 + 1, tenth * 100 + 100)
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(lost).toEqual([])
  expect(piecework.counts).toMatchObject({
    recorded: 10_000,
    stored: 10_000,
    queued: 0,
    waiting: 0,
  })
})

test('in an outage records are lost only when the queue is full too', async () => {
  const { piecework, add, lost } = clientOf(() => refused(503, 'restarting'))
  for (let second = 0; second < 15; second++) {
    add(second * 1_000 + 1, second * 1_000 + 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    const { queued, waiting, inFlight } = piecework.counts
    if (lost.length === 0) expect(queued + waiting + inFlight).toBe(piecework.counts.recorded)
  }
  expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['overflow']))
  const { queued, waiting, inFlight } = piecework.counts
  expect(queued + waiting + inFlight).toBeGreaterThanOrEqual(10_000)
  expect(queued + waiting + inFlight).toBeLessThanOrEqual(11_400)
})

test.each([
  ['404 of a load balancer', () => answer(404, 'default backend - 404')],
  ['405 of a page for maintenance', () => answer(405, '<html>Back soon</html>')],
  ['redirect', () => answer(302, '', { location: 'https://status.acme.test/' })],
])('a %s during a deployment is an outage: nothing is lost', async (_what, inBetween) => {
  let isDeployed = false
  const { piecework, add, lost, sent } = clientOf((one) =>
    isDeployed ? allStored(one) : inBetween(),
  )
  add(1, 1_000)
  await vi.advanceTimersByTimeAsync(400)
  expect(sent).toHaveLength(4)
  isDeployed = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(lost).toEqual([])
  expect(piecework.counts).toMatchObject({ stored: 1_000, lost: 0, waiting: 0 })
})

test('a 404 of the service itself is final', async () => {
  const { piecework, add, lost } = clientOf(() => refused(404, 'No route'))
  add(1, 2)
  expect(await piecework.flush()).toBe(true)
  expect(lost).toMatchObject([{ reason: 'rejected', error: { name: 'NotFoundError' } }])
})

test('a record that a firewall refuses keeps no other from being stored', async () => {
  const isBad = (one: Sent) => keysOf(recordsOf(one)).includes('job-5')
  const { piecework, add, lost } = clientOf((one) =>
    isBad(one) ? answer(403, '<html>Blocked</html>') : allStored(one),
  )
  add(1, 1_000)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(lost).toEqual([])
  expect(piecework.counts).toMatchObject({ stored: 999 })
})

test('a batch that always fails delays no other, and only its faulty record is never stored', async () => {
  const isBad = (one: Sent) => keysOf(recordsOf(one)).includes('job-5')
  const { piecework, add, lost } = clientOf((one) =>
    isBad(one) ? refused(500, 'a fault') : allStored(one),
  )
  add(1, 100)
  await vi.advanceTimersByTimeAsync(1_000)
  add(101, 1_000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(piecework.counts.stored).toBeGreaterThanOrEqual(900)
  for (let minute = 0; minute < 120; minute++) {
    add(1_001 + minute, 1_001 + minute)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(lost).toEqual([])
  expect(piecework.counts).toMatchObject({ recorded: 1_120, stored: 1_119 })
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(lost).toMatchObject([{ reason: 'gave_up', records: [record(5)] }])
})

test('a record older than maxAge is reported as lost, even if it was never sent', async () => {
  const { piecework, add, lost } = clientOf(() => refused(503, 'away'), { maxAge: 60_000 })
  add(1, 500)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(lost).toEqual([])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['gave_up']))
  expect(piecework.counts).toMatchObject({ recorded: 500, lost: 500, queued: 0, waiting: 0 })
})

test('a response in which nothing was stored starts an outage, so other batches are held', async () => {
  let isAway = true
  const fault = { stored: false, code: 'INTERNAL_ERROR', error: 'a fault' }
  const { piecework, add, sent } = clientOf((one) =>
    isAway
      ? result(
          [],
          recordsOf(one).map((_it, index) => ({ index, ...fault })),
        )
      : allStored(one),
  )
  add(1, 1_000)
  await vi.advanceTimersByTimeAsync(400)
  expect(sent).toHaveLength(4)
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(piecework.counts).toMatchObject({ stored: 1_000, lost: 0 })
})

test('an outage that lasts is one warning of the process, with its cause', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const { add } = clientOf(() => refused(503, 'under repair'))
  add(1, 10)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(warned.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining('under repair')])
  warned.mockRestore()
})
