import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/test/support/use-app.ts'
import type { AlreadyRecordedError, Lost, Piecework, PieceworkOptions } from '../src/index.ts'
import { type Client, installedClient } from './support/installed-client.ts'

const t = useTestApp()
let client: Client
let baseUrl = ''
let piecework: Piecework

const connect = (options: PieceworkOptions = {}) =>
  new client.Piecework({ apiKey: t.organization.secretKey, baseUrl, retryDelay: 20, ...options })

beforeAll(async () => {
  client = await installedClient()
  baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' })
  piecework = connect()
})

const record = (id: string) => ({
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
  idempotencyKey: id,
})

test('from a record to a paid invoice and its figures', async () => {
  expect(await piecework.organization.verify()).toMatchObject({ verified: true })
  await piecework.record(record('story-1'))
  expect(await piecework.flush()).toBe(true)
  expect(piecework.counts).toMatchObject({ recorded: 1, stored: 1, uncosted: 0, lost: 0 })

  const { id: customerId } = await piecework.customers.getByExternalId('acme')
  const email = 'billing@acme.example'
  expect(await piecework.customers.update(customerId, { email })).toMatchObject({ email })
  const [agent] = (await piecework.agents.list({ agentCode: 'support-agent' })).results
  const [signal] = (await piecework.signals.list()).results
  const agentId = agent?.id ?? ''
  const plan = await piecework.pricingPlans.create({ name: 'Pro', agentId })
  await piecework.pricingStrategies.createMany(plan.id, [
    {
      name: 'Tickets',
      chargeType: 'usage',
      pricingModel: 'flat',
      signalId: signal?.id ?? '',
      rate: 1.5,
    },
    { name: 'Base fee', chargeType: 'recurring', rate: 49 },
  ])
  const startDate = `${new Date().toISOString().slice(0, 7)}-01`
  const deal = { name: 'Acme Pro', planId: plan.id, agentId, customerId, startDate }
  const subscription = await piecework.subscriptions.create(deal)
  const draft = await piecework.invoices.generate({ customerId, subscriptionId: subscription.id })
  expect(draft).toMatchObject({ status: 'draft', total: 50.5 })
  expect(await piecework.invoices.send(draft.id)).toMatchObject({ recipientEmail: email })
  const pdf = await piecework.invoices.pdf(draft.id)
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-')
  await piecework.invoices.recordPayment(draft.id, { amount: 50.5, method: 'bank_transfer' })
  expect(await piecework.invoices.get(draft.id)).toMatchObject({ status: 'paid', amountDue: 0 })
  const margins = await piecework.analytics.profitability({ groupBy: 'customer' })
  expect(margins).toMatchObject({ groupBy: 'customer' })
  const csv = await piecework.csv('/v1/invoices', { query: { customerId } })
  expect(csv.split('\n')[1]).toContain(draft.invoiceNumber)
})

test('a job that runs twice is billed once, however it is dated', async () => {
  const lost: Lost[] = []
  const onLost = (one: Lost) => void lost.push(one)
  const twice = connect({ recording: { stampUsageDate: true, onLost } })
  const work = (inputTokens: number) =>
    twice.run({ customer: 'acme', agent: 'a', signal: 's', idempotencyKey: 'job-twice' }, (job) =>
      job.add({ model: 'gpt-4o', modelProvider: 'openai', inputTokens }),
    )
  await work(10)
  await twice.flush()
  await work(10)
  await twice.flush()
  expect(twice.counts).toMatchObject({ stored: 2, duplicates: 1, lost: 0 })
  await work(11)
  await twice.flush()
  expect(twice.counts).toMatchObject({ stored: 2, alreadyRecorded: 1, lost: 0 })
  expect(lost).toMatchObject([
    {
      reason: 'already_recorded',
      error: { name: 'AlreadyRecordedError', code: 'VALIDATION_ERROR' },
    },
  ])
  const { results } = await piecework.events.list({ runId: 'job-twice' })
  const error = lost[0]?.error as AlreadyRecordedError | undefined
  expect(results).toMatchObject([{ id: error?.eventId }])
})

test('a success has its request id, and a request needs no method', async () => {
  const requestId = 'client-test-2'
  const body = { name: 'Typed', agentCode: 'typed' }
  const made = await piecework.agents.create(body, { requestId }).withResponse()
  expect(made).toMatchObject({ status: 201, requestId, data: body })
  const list = await piecework.agents.list({ agentCode: 'typed' }).withResponse()
  expect(list.data.results).toMatchObject([body])
  expect(list.requestId).toMatch(/./)
  expect(list.headers.get('content-type')).toContain('application/json')

  const path = `/v1/agents/${made.data.id}`
  expect(await piecework.request({ method: 'GET', path })).toMatchObject(body)
  const changed = { name: 'Untyped' }
  expect(await piecework.request({ method: 'PATCH', path, body: changed })).toMatchObject(changed)
  const asked = { method: 'GET', path: '/v1/analytics/mrr', as: 'text' } as const
  const csv = await piecework.request({ ...asked, headers: { accept: 'text/csv' } })
  expect(csv).toBe(await piecework.csv('/v1/analytics/mrr'))
  expect(await piecework.request({ method: 'DELETE', path })).toBeUndefined()
  const gone = piecework.request({ method: 'GET', path })
  await expect(gone).rejects.toThrow(client.NotFoundError)
})

test('a list is read through all of its pages', async () => {
  const agentCodes = Array.from({ length: 25 }, (_, index) => `walker-${index}`)
  for (const agentCode of agentCodes) await piecework.agents.create({ name: 'Walker', agentCode })
  const found: string[] = []
  for await (const agent of piecework.agents.list({ search: 'walker', limit: 10 })) {
    found.push(agent.agentCode)
  }
  expect(found.toSorted()).toEqual(agentCodes.toSorted())
  const services: string[] = []
  for await (const { id } of piecework.services.list({ provider: 'anthropic', limit: 7 })) {
    services.push(id)
  }
  expect(new Set(services).size).toBe(services.length)
  expect(services.length).toBeGreaterThan(7)
})

test('refusals are thrown as their classes, with the id of the request', async () => {
  const requestId = 'client-test-1'
  const missing = piecework.customers.get('00000000-0000-7000-8000-000000000000', { requestId })
  await expect(missing).rejects.toMatchObject({ name: 'NotFoundError', requestId, status: 404 })
  const body = { name: 'Again', agentCode: 'twice' }
  await piecework.agents.create(body)
  await expect(piecework.agents.create(body)).rejects.toThrow(client.ConflictError)
  const publishable = connect({ apiKey: t.organization.publishableKey })
  await expect(publishable.agents.create(body)).rejects.toThrow(client.PermissionError)
  await expect(connect({ apiKey: 'nobody' }).agents.list()).rejects.toThrow(
    client.AuthenticationError,
  )
  const invalid = piecework.customers.create({ name: 'A', email: 'no address' })
  await expect(invalid).rejects.toThrow(client.ValidationError)
})

test('a POST with a given idempotency key takes effect once, even from two processes', async () => {
  const options = { idempotencyKey: 'coupon-of-the-day' }
  const body = { name: 'Day', percentOff: 10, duration: 'once' as const }
  const [first, second] = await Promise.all([
    piecework.coupons.create(body, options),
    connect({ maxRetries: 5 }).coupons.create(body, options),
  ])
  expect(second.id).toBe(first.id)
})

test('without fire-and-forget a record is stored when it returns, or its refusal is thrown', async () => {
  const strict = connect({ fireAndForget: false })
  await strict.record(record('strict-1'))
  await strict.record({ ...record('strict-2'), model: 'nobody-knows-it' })
  const refused = strict.record({ ...record('strict-3'), inputTokens: -1 })
  await expect(refused).rejects.toMatchObject({ cause: { name: 'ValidationError' } })
  const halved = { ...record('strict-4'), agentCode: undefined as unknown as string }
  await expect(strict.record(halved)).rejects.toMatchObject({
    status: 400,
    param: expect.any(String),
  })
  const wrongKey = connect({ fireAndForget: false, apiKey: 'nobody' })
  await expect(wrongKey.record(record('strict-5'))).rejects.toMatchObject({
    cause: { name: 'AuthenticationError' },
  })
})

test('recording the record of a timeout error again stores it once', async () => {
  let answered = () => {}
  const isStored = new Promise<void>((resolve) => {
    answered = resolve
  })
  const options = { fireAndForget: false, maxRetries: 0, timeout: 50 }
  const strict = connect({
    ...options,
    // The service answers, but the response is lost.
    fetch: async (url, { signal: _ours, ...init }) => {
      await fetch(url, init)
      answered()
      return new Promise(() => undefined)
    },
  })
  const { idempotencyKey: _none, ...plain } = record('')
  const unsure = { ...plain, runId: 'unsure' }
  const error = await strict.record(unsure).catch((it: unknown) => it)
  if (!(error instanceof client.RecordingError)) throw error
  expect(error.cause).toBeInstanceOf(client.TimeoutError)
  expect(error.record).toEqual({ ...unsure, idempotencyKey: error.idempotencyKey })
  await isStored
  await connect({ fireAndForget: false }).record(error.record)
  const again = await piecework.usage.record([error.record])
  expect(again.results.success).toMatchObject([{ duplicate: true }])
  expect(await piecework.events.list({ runId: 'unsure' })).toMatchObject({ totalResults: 1 })
})

test('a valid record in a batch with rejected ones is stored, and the rejected ones are reported', async () => {
  const lost: string[] = []
  const mixed = connect({
    recording: {
      onLost: ({ reason, records }) =>
        lost.push(...records.map((it) => `${reason} ${it.idempotencyKey}`)),
    },
  })
  await mixed.record(record('mixed-1'))
  await mixed.record({ ...record('mixed-2'), quantity: 1.5 })
  await mixed.record({ ...record('mixed-3'), signalName: undefined as unknown as string })
  await mixed.record(record('mixed-4'))
  await mixed.close()
  expect(lost.toSorted()).toEqual(['rejected mixed-2', 'rejected mixed-3'])
  expect(mixed.counts).toMatchObject({ recorded: 4, stored: 2, lost: 2 })
})

test('a job that is recorded twice is billed once: the same as a duplicate, another record refused', async () => {
  const lost: string[] = []
  const twice = connect({
    recording: { onLost: ({ reason, error }) => void lost.push(`${reason}: ${error.message}`) },
  })
  for (const again of [record('twice'), record('twice')]) await twice.record(again)
  await twice.flush()
  await twice.record({ ...record('twice'), inputTokens: 1300 })
  await twice.flush()
  expect(twice.counts).toMatchObject({ stored: 2, duplicates: 1, alreadyRecorded: 1, lost: 0 })
  expect(lost).toEqual([expect.stringMatching(/^already_recorded: .*idempotencyKey/)])
})

test('records too large for one request, as a batch and individually', async () => {
  const large = (id: string, size: number) => ({
    ...record(id),
    metadata: { text: 'x'.repeat(size) },
  })
  const lost: string[] = []
  const heavy = connect({
    recording: {
      onLost: ({ records }) => void lost.push(...records.map((it) => it.idempotencyKey ?? '')),
    },
  })
  for (let i = 0; i < 5; i++) await heavy.record(large(`heavy-${i}`, 400_000))
  await heavy.record(large('too-heavy', 1_200_000))
  await heavy.flush()
  expect(lost).toEqual(['too-heavy'])
  expect(heavy.counts).toMatchObject({ stored: 5, lost: 1 })
})

test('a job is one event with its services and its run, also where it fails', async () => {
  const job = { customer: 'runner', agent: 'support-agent', signal: 'ticket-resolved' }
  const usage = { input_tokens: 50, output_tokens: 5, cache_read_input_tokens: 1000 }
  const use = {
    model: 'claude-sonnet-4-5',
    modelProvider: 'anthropic',
    ...client.anthropicTokens(usage),
  }
  await piecework.run({ ...job, runId: 'run-ok' }, (it) => it.add(use, use))
  const failing = piecework.run({ ...job, runId: 'run-failed' }, (it) => {
    it.add(use)
    throw new Error('no answer')
  })
  await expect(failing).rejects.toThrow('no answer')
  await piecework.flush()
  const [done] = (await piecework.events.list({ runId: 'run-ok' })).results
  const [failed] = (await piecework.events.list({ runId: 'run-failed' })).results
  expect(done?.quantity).toBe('1')
  expect(failed?.quantity).toBe('0')
  expect(Number(done?.usageCost)).toBeCloseTo(2 * Number(failed?.usageCost), 12)
  expect(failed?.usageCostData['claude-sonnet-4-5/cache_read']?.units).toBe(1000)
  expect(failed?.usageCostData['claude-sonnet-4-5/input']?.units).toBe(50)
})

test('a job that used no service is stored at a cost of exactly 0, and is processed', async () => {
  const job = { customer: 'runner', agent: 'support-agent', signal: 'ticket-resolved' }
  const { stored, lost, uncosted } = piecework.counts
  expect(await piecework.run({ ...job, runId: 'run-free' }, () => 'known')).toBe('known')
  await piecework.flush()
  expect(piecework.counts).toMatchObject({ stored: stored + 1, lost, uncosted })
  const { results } = await piecework.events.list({ runId: 'run-free' })
  expect(results).toMatchObject([{ quantity: '1', eventProcessed: 'PROCESSED' }])
  expect(Number(results[0]?.usageCost)).toBe(0)
  expect(results[0]?.usageCostData).toEqual({
    'none/quantity': { cost: 0, units: 1, costPerUnit: 0 },
  })
})
