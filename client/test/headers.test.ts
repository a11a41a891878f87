import { expect, test } from 'vitest'
import { answer, repliesOf } from './support/answers.ts'
import { connect } from './support/connect.ts'

test('headers of the client are sent with every request, those of a call in addition', async () => {
  const { fetch, sent } = repliesOf(answer(200, {}))
  const piecework = connect({ fetch, headers: { 'X-Gateway': 'g-1', 'X-Team': 'billing' } })
  await piecework.agents.get('a')
  await piecework.agents.update('a', {}, { headers: { 'x-team': 'other', 'X-Trace': 't-1' } })
  const own = sent.map(({ headers }) => [
    headers['x-gateway'],
    headers['x-team'],
    headers['x-trace'],
  ])
  expect(own).toEqual([
    ['g-1', 'billing', undefined],
    ['g-1', 'other', 't-1'],
  ])
})

test('records are sent with the headers of the client', async () => {
  const results = { results: { success: [{ index: 0, stored: true }], failed: [] } }
  const { fetch, sent } = repliesOf(answer(200, results))
  const record = {
    customerExternalId: 'acme',
    agentCode: 'a',
    signalName: 's',
    model: 'm',
    modelProvider: 'p',
  }
  for (const fireAndForget of [true, false]) {
    const piecework = connect({ fetch, fireAndForget, headers: { Authorization: 'Bearer g' } })
    await piecework.record(record)
    await piecework.close()
  }
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer g', 'Bearer g'])
})

test('a header replaces the one that the client would send, in any case', async () => {
  const { fetch, sent } = repliesOf(answer(201, {}))
  const headers = { 'User-Agent': 'acme/1', 'Idempotency-Key': 'mine', Accept: undefined }
  await connect({ fetch }).agents.create({ name: 'A', agentCode: 'a' }, { headers })
  expect(sent[0]?.headers).toMatchObject({
    'user-agent': 'acme/1',
    'idempotency-key': 'mine',
    accept: 'application/json',
  })
})

test.each([
  [{ 'X Trace': 't' }, '"X Trace" is not the name of a header'],
  [{ 'X-Trace': 'secret\r\nx-other: 1' }, 'The header X-Trace must be a text of one line'],
  [{ 'X-Trace': 'secret ✓' }, 'The header X-Trace must be a text of one line'],
  [{ 'X-Trace': 7 as unknown as string }, 'The header X-Trace must be a text of one line'],
])('%j is refused before a request, without its value', async (headers, message) => {
  const { fetch, sent } = repliesOf(answer(200, {}))
  expect(() => connect({ fetch, headers })).toThrow(message)
  const call = connect({ fetch }).agents.get('a', { headers })
  await expect(call).rejects.toThrow(message)
  await expect(call).rejects.not.toThrow('secret')
  expect(sent).toEqual([])
})

test.each(['Idempotency-Key', 'If-Match'])('%s for all requests is refused', (name) => {
  expect(() => connect({ headers: { [name]: 'k' } })).toThrow('belongs to one call')
})

test.each(['pw_sk_secret\n1', 'pw_sk_secret\u200b1'])(
  'the API key %j is refused when the client is created, without its value',
  (apiKey) => {
    const create = () => connect({ apiKey })
    expect(create).toThrow('apiKey must be a text of one line')
    expect(create).not.toThrow('secret')
  },
)

test.each([
  [{ idempotencyKey: 'secret\n1' }, 'The header idempotency-key must be a text of one line'],
  [{ requestId: 'secret\u200b1' }, 'The header x-request-id must be a text of one line'],
])('the option %j is refused before a request, without its value', async (options, message) => {
  const { fetch, sent } = repliesOf(answer(201, {}))
  const call = connect({ fetch }).agents.create({ name: 'A', agentCode: 'a' }, options)
  await expect(call).rejects.toThrow(message)
  await expect(call).rejects.not.toThrow('secret')
  expect(sent).toEqual([])
})
