import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { Logger } from '../src/index.ts'
import { answer, brokenAnswer, repliesOf } from './support/answers.ts'
import { connect } from './support/connect.ts'

type Line = [level: string, message: string, details?: object]

function logOf(): { lines: Line[]; logger: Logger } {
  const lines: Line[] = []
  const tell = (level: string) => (message: string, details?: object) =>
    void lines.push(details === undefined ? [level, message] : [level, message, details])
  const [debug, info, warn, error] = ['debug', 'info', 'warn', 'error'].map((it) => tell(it))
  return { lines, logger: { debug, info, warn, error } as Logger }
}

const AROUND = { 'x-request-id': 'req-7' }
const refusal = (code: string) => ({ message: 'SECRET is wrong', code, requestId: 'req-8' })
const RECORD = {
  customerExternalId: 'SECRET',
  agentCode: 'a',
  signalName: 's',
  model: 'm',
  modelProvider: 'p',
}

let emitWarning: MockInstance<typeof process.emitWarning>
beforeEach(() => {
  emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue()
})
afterEach(() => {
  emitWarning.mockRestore()
  vi.useRealTimers()
})

test('every attempt is logged with its outcome, and a retry with its reason', async () => {
  const { lines, logger } = logOf()
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:8080')
  const { fetch } = repliesOf(new Error('fetch failed', { cause }), answer(200, {}, AROUND))
  await connect({ fetch, logger }).agents.list({ search: 'SECRET' })
  const path = '/v1/agents'
  const milliseconds = expect.any(Number)
  const failed = { error: 'NetworkError', reason: cause.message }
  const refused = 'GET /v1/agents failed: NetworkError'
  expect(lines).toEqual([
    ['debug', refused, expect.objectContaining({ method: 'GET', path, milliseconds, ...failed })],
    [
      'info',
      expect.stringMatching(/^GET \/v1\/agents is tried again in \d+ ms: NetworkError$/),
      expect.objectContaining({ path, milliseconds, ...failed }),
    ],
    [
      'debug',
      'GET /v1/agents answered 200',
      { method: 'GET', path, milliseconds, status: 200, requestId: 'req-7' },
    ],
  ])
})

test('a retry of a record that its caller waits for is logged', async () => {
  const { lines, logger } = logOf()
  const results = { results: { success: [{ index: 0, stored: true }], failed: [] } }
  const { fetch } = repliesOf(answer(503, refusal('busy')), answer(200, results, AROUND))
  await connect({ fetch, logger, fireAndForget: false }).record(RECORD)
  const told = lines.map(([level, message]) => `${level}: ${message.replace(/\d+ ms/, '1 ms')}`)
  expect(told).toEqual([
    'debug: POST /v1/usage/record failed: ServerError',
    'info: POST /v1/usage/record is tried again in 1 ms: ServerError',
    'debug: POST /v1/usage/record answered 200',
  ])
  expect(lines[1]?.[2]).toMatchObject({ status: 503, code: 'busy', requestId: 'req-8' })
  expect(JSON.stringify(lines)).not.toContain('SECRET')
})

test('keys, bodies, filters and the texts of refusals are not logged', async () => {
  const { lines, logger } = logOf()
  const replies = [answer(503, refusal('busy')), answer(200, '{"SECRET": '), brokenAnswer()]
  const { fetch } = repliesOf(...replies, answer(409, refusal('conflict')))
  const headers = { 'x-gateway': 'SECRET' }
  const piecework = connect({ fetch, logger, headers, apiKey: 'pw_sk_SECRET', maxRetries: 5 })
  const idempotencyKey = 'SECRET'
  const body = { name: 'SECRET', agentCode: 'SECRET' }
  await expect(piecework.agents.create(body, { idempotencyKey })).rejects.toThrow('SECRET')
  const signal = AbortSignal.abort('SECRET')
  await expect(piecework.agents.list({ search: 'SECRET' }, { signal })).rejects.toBe('SECRET')
  expect(lines.map(([level]) => level)).toEqual([
    ...['debug', 'info', 'debug', 'info', 'debug', 'info', 'debug'],
  ])
  expect(JSON.stringify(lines)).not.toContain('SECRET')
  expect(lines.at(-1)?.[2]).toMatchObject({ status: 409, code: 'conflict', requestId: 'req-8' })
})

test('lost records, and an onLost that fails, are errors', async () => {
  const { lines, logger } = logOf()
  const { fetch } = repliesOf(answer(401, { message: 'No', code: 'revoked', requestId: 'req-8' }))
  const onLost = () => {
    throw new Error('no room on the disk')
  }
  for (const recording of [{}, { onLost }]) {
    const piecework = connect({ fetch, logger, recording })
    for (let times = 0; times < 2; times++) {
      void piecework.record(RECORD)
      await piecework.flush()
    }
  }
  await expect.poll(() => lines.filter(([level]) => level === 'error')).toHaveLength(2)
  expect(lines.filter(([level]) => level === 'error')).toEqual([
    ['error', 'Usage records are lost (rejected): No. Set onLost to keep them.'],
    ['error', 'Usage records are lost, and onLost failed: no room on the disk'],
  ])
  expect(emitWarning).not.toHaveBeenCalled()
  expect(JSON.stringify(lines)).not.toContain('SECRET')
})

test('records whose keys different records have are an error once, which says what to do', async () => {
  const { lines, logger } = logOf()
  const failure = { index: 0, stored: false, code: 'VALIDATION_ERROR', error: 'used before' }
  const failed = [{ ...failure, conflictingEventId: 'event-1' }]
  const { fetch } = repliesOf(answer(200, { results: { success: [], failed } }))
  const piecework = connect({ fetch, logger })
  for (let times = 0; times < 2; times++) {
    void piecework.record(RECORD)
    await piecework.flush()
  }
  const [[, message] = [], ...more] = lines.filter(([level]) => level === 'error')
  expect(message).toMatch(/^Usage records are not stored: different records have their idempotency/)
  expect(message).toContain('other work needs other keys')
  expect(more).toEqual([])
})

test('an outage is a warning, and its end is told', async () => {
  vi.useFakeTimers()
  const { lines, logger } = logOf()
  const results = { results: { success: [{ index: 0, stored: true }], failed: [] } }
  const outage = Array.from({ length: 6 }, () => answer(503, ''))
  const { fetch } = repliesOf(...outage, answer(200, results))
  const piecework = connect({ fetch, logger })
  void piecework.record(RECORD)
  const isFlushed = piecework.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await isFlushed).toBe(true)
  expect(lines.filter(([level]) => level !== 'debug')).toEqual([
    ['warn', 'Usage records are kept until the service takes them: The service answered 503'],
    ['info', 'The service takes usage records again'],
  ])
})

test('a logger that throws stops neither a call nor a record', async () => {
  const fail = () => {
    throw new Error('no room on the disk')
  }
  const logger = { debug: fail, info: fail, warn: fail, error: fail }
  const results = { results: { success: [{ index: 0, stored: true }], failed: [] } }
  const { fetch } = repliesOf(answer(503, ''), answer(200, results))
  const piecework = connect({ fetch, logger })
  expect(await piecework.agents.get('a')).toEqual(results)
  void piecework.record(RECORD)
  expect(await piecework.flush()).toBe(true)
  expect(piecework.counts).toMatchObject({ stored: 1, lost: 0 })
})

test('without a logger nothing but warnings and errors is told, as warnings of the process', async () => {
  const { fetch } = repliesOf(answer(503, ''), answer(200, {}), answer(401, refusal('revoked')))
  const piecework = connect({ fetch })
  await piecework.agents.get('a')
  expect(emitWarning).not.toHaveBeenCalled()
  void piecework.record(RECORD)
  await piecework.flush()
  expect(emitWarning.mock.calls).toEqual([
    [expect.stringMatching(/^Usage records are lost/), 'PieceworkWarning'],
  ])
})

test('the console of a program is a logger', async () => {
  const debug = vi.spyOn(console, 'debug').mockReturnValue()
  const { fetch } = repliesOf(answer(200, {}))
  await connect({ fetch, logger: console }).agents.get('a')
  expect(debug).toHaveBeenCalledWith('GET /v1/agents/a answered 200', expect.anything())
  debug.mockRestore()
})
