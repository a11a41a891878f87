import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Fetch } from '../src/fetch.ts'
import { type Lost, Piecework, RecordingError, type UsageRecord } from '../src/index.ts'
import { answer } from './support/answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const RECORD: UsageRecord = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
}
const JOB = { customer: 'acme', agent: 'a', signal: 's', idempotencyKey: 'job-1' }

const body = { message: 'This key may not record', code: 'forbidden', requestId: 'req-1' }
const refusing: Fetch = async () => answer(403, body)

/**
 * Creates a client that waits until a record is stored, with the records that `onLost` received.
 */
function strictOf(fetch: Fetch) {
  const lost: Lost[] = []
  const recording = { onLost: (one: Lost) => void lost.push(one) }
  return { strict: new Piecework({ apiKey: 'k', fetch, fireAndForget: false, recording }), lost }
}

async function errorOf(call: Promise<unknown>): Promise<RecordingError> {
  const settled = call.then(
    () => undefined,
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(300_000)
  const error = await settled
  return error instanceof RecordingError ? error : expect.unreachable(String(error))
}

test('a stored record with a warning is logged, and a refusal does not name a place in a batch', async () => {
  const said: string[] = []
  const nothing = () => undefined
  const logger = {
    debug: nothing,
    info: nothing,
    error: nothing,
    warn: (text: string) => void said.push(text),
  }
  const success = [{ index: 0, stored: true, warnings: ['unknown field qty'] }]
  const taken: Fetch = async () => answer(200, { results: { success, failed: [] } })
  await new Piecework({ apiKey: 'k', fetch: taken, fireAndForget: false, logger }).record(RECORD)
  expect(said).toEqual(['A usage record has a warning: unknown field qty'])
  const refusal = { ...body, message: ['records[0].agentCode is required'] }
  const { strict } = strictOf(async () => answer(400, refusal))
  const error = await errorOf(strict.record(RECORD))
  expect(error.message).toBe('Not recorded: agentCode is required')
})

test('a record without a key that times out is thrown with the key and the record as it was sent', async () => {
  const bodies: unknown[] = []
  const { strict, lost } = strictOf((_url, { body = '' }) => {
    bodies.push(JSON.parse(body).records[0])
    return new Promise(() => undefined)
  })
  const mine: UsageRecord = { ...RECORD, metadata: { step: 1 } }
  const call = strict.record(mine)
  mine.metadata = { step: 2 }
  const error = await errorOf(call)
  const { record, idempotencyKey } = error
  expect(record).toEqual({ ...RECORD, metadata: { step: 1 }, idempotencyKey })
  expect(bodies).toEqual([record, record, record])
  expect(error).toMatchObject({ result: undefined, cause: { name: 'TimeoutError' } })
  expect(lost).toEqual([{ reason: 'gave_up', error, records: [record] }])
})

test('the error of a refusal has the message of the refusal', async () => {
  const { strict, lost } = strictOf(refusing)
  const error = await errorOf(strict.record({ ...RECORD, idempotencyKey: 'mine' }))
  expect(error).toMatchObject({
    message: 'Not recorded: This key may not record',
    status: 403,
    code: 'forbidden',
    requestId: 'req-1',
    idempotencyKey: 'mine',
    cause: { name: 'PermissionError' },
  })
  expect(lost).toEqual([{ reason: 'rejected', error, records: [error.record] }])
})

test('the error after a finished job has its result, its record and its key, and onLost hears of it', async () => {
  const { strict, lost } = strictOf(refusing)
  const error = await errorOf(strict.run(JOB, () => ({ text: 'solved' })))
  expect(error).toMatchObject({
    message: 'The job is done, but it was not recorded: This key may not record',
    result: { text: 'solved' },
    record: { idempotencyKey: 'job-1', quantity: 1 },
    status: 403,
  })
  expect(lost).toEqual([{ reason: 'rejected', error, records: [error.record] }])
})

test.each([
  ['record', (strict: Piecework) => strict.record(RECORD)],
  ['run', (strict: Piecework) => strict.run(JOB, () => 'solved')],
])(
  'the error of a key that a different record has names its event, after %s',
  async (_method, repeat) => {
    const failure = { index: 0, stored: false, code: 'VALIDATION_ERROR', error: 'used before' }
    const failed = [{ ...failure, conflictingEventId: 'event-1' }]
    const { strict, lost } = strictOf(async () =>
      answer(200, { processed: 1, successful: 0, failed: 1, results: { success: [], failed } }),
    )
    const error = await errorOf(repeat(strict))
    expect(error).toMatchObject({
      message: [
        'A different record has this idempotency key: event event-1. This one is not stored.',
        'If it is the same job, do nothing; if it is other work, use another key.',
      ].join(' '),
      cause: { name: 'AlreadyRecordedError', eventId: 'event-1' },
    })
    expect(lost).toEqual([{ reason: 'already_recorded', error, records: [error.record] }])
  },
)

test('unrecorded services of a failed job reach onLost, and the job throws its own error', async () => {
  const { strict, lost } = strictOf(refusing)
  const job = strict.run(JOB, (it) => {
    it.add({ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 10 })
    throw new Error('the job failed')
  })
  await expect(job).rejects.toThrow('the job failed')
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toMatchObject([{ reason: 'rejected', records: [{ quantity: 0 }] }])
})

test('a record that cannot be written as JSON is thrown too, with its key', async () => {
  const { strict, lost } = strictOf(refusing)
  const impossible = { ...RECORD, quantity: 1n } as unknown as UsageRecord
  const error = await errorOf(strict.record(impossible))
  expect(error.record).toEqual({ ...impossible, idempotencyKey: error.idempotencyKey })
  expect(lost).toMatchObject([{ reason: 'rejected', records: [error.record] }])
})

test('without onLost, an error that is thrown is not logged too; that of a failed job is', async () => {
  const said: string[] = []
  const nothing = () => undefined
  const error = (text: string) => void said.push(text)
  const logger = { debug: nothing, info: nothing, warn: nothing, error }
  const strict = new Piecework({ apiKey: 'k', fetch: refusing, fireAndForget: false, logger })
  await errorOf(strict.record(RECORD))
  await errorOf(strict.run(JOB, () => 'solved'))
  expect(said).toEqual([])
  const job = strict.run(JOB, (it) => {
    it.add({ model: 'gpt-4o', modelProvider: 'openai', inputTokens: 10 })
    throw new Error('the job failed')
  })
  await expect(job).rejects.toThrow('the job failed')
  expect(said).toEqual([expect.stringContaining('This key may not record')])
  expect(strict.counts).toMatchObject({ recorded: 3, stored: 0, lost: 3 })
})

test('a record that is stored at once is counted', async () => {
  const success = [{ index: 0, stored: true, duplicate: true }]
  const stored: Fetch = async () => answer(200, { results: { success, failed: [] } })
  const { strict } = strictOf(stored)
  await strict.record(RECORD)
  expect(strict.counts).toMatchObject({ recorded: 1, stored: 1, duplicates: 1, lost: 0 })
})
