import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/test/support/use-app.ts'
import type { GuardBlocked, GuardRunOptions, Piecework, PieceworkOptions } from '../src/index.ts'
import { startBadNetwork } from './support/bad-network.ts'
import { CHANCES } from './support/exactly-once.ts'
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

/** 2.50 USD for a million tokens of input: 0.10 USD. */
const STEP = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 40_000 }
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** A customer with a blocking budget of a day. */
async function givenBudget(customer: string, amount: string) {
  await piecework.customers.create({ name: customer, externalId: customer })
  const limits = { measure: 'cost', period: 'day', action: 'block' } as const
  const budget = await piecework.budgets.create({
    name: `${amount} USD a day`,
    customerExternalId: customer,
    amount,
    ...limits,
  })
  const status = async () => {
    const { spent, held } = await piecework.budgets.status(budget.id)
    return { spent: Number(spent), held: Number(held) }
  }
  return { status }
}

const runOf = (customer: string, options: Partial<GuardRunOptions> = {}): GuardRunOptions => ({
  customer,
  agent: 'support-agent',
  signal: 'ticket-resolved',
  estimatedCostUsd: '0.10',
  nextCostUsd: '0.10',
  whenUndecided: 'stop',
  // The machine of a test may be slow.
  timeoutMs: 60_000,
  ...options,
})

test('a loop stops in mid-run at its budget, to the step, and holds nothing afterwards', async () => {
  const { status } = await givenBudget('looping', '1.00')
  let steps = 0
  const error: GuardBlocked = await piecework.guard
    .run(runOf('looping'), async (run) => {
      for (;;) {
        steps += 1
        await run.spent(STEP)
      }
    })
    .catch((it) => it)
  expect(error).toBeInstanceOf(client.GuardBlocked)
  expect(error.message).toBe('1.00 USD a day: 1 spent + 0 held + 0.1 asked > 1 USD')
  expect(steps).toBe(10)
  expect(await status()).toEqual({ spent: 1, held: 0 })
  const next = piecework.guard.run(runOf('looping'), () => expect.unreachable())
  await expect(next).rejects.toThrow(client.GuardBlocked)
})

test('a finished run bills its outcome, and its cost is spent and not held', async () => {
  const { status } = await givenBudget('finished', '1.00')
  const options = runOf('finished', { estimatedCostUsd: '0.50', runId: 'finished-1' })
  const result = await piecework.guard.run(options, async (run) => {
    await run.spent([STEP, STEP])
    expect(await status()).toEqual({ spent: 0.2, held: 0.3 })
    run.done({ quantity: 2, services: [STEP] })
    return 'solved'
  })
  expect(result).toBe('solved')
  expect(await status()).toEqual({ spent: 0.3, held: 0 })
  const { results } = await piecework.events.list({ runId: 'finished-1' })
  expect(results.map(({ quantity }) => quantity).toSorted()).toEqual(['0', '2'])
})

test('costs that are only counted during the run are decided about, and recorded at its end', async () => {
  const { status } = await givenBudget('counted', '1.00')
  await piecework.guard.run(runOf('counted'), async (run) => {
    for (const _step of [1, 2, 3]) await run.spent('0.10')
    expect(await status()).toEqual({ spent: 0, held: 0.4 })
    run.done({ services: [STEP, STEP, STEP] })
  })
  expect(await status()).toEqual({ spent: 0.3, held: 0 })
})

test('a run that ended does not start again, and a job that runs twice is billed once', async () => {
  const { status } = await givenBudget('twice', '1.00')
  const once = runOf('twice', { runId: 'twice-1', idempotencyKey: 'twice-job' })
  await piecework.guard.run(once, (run) => run.done())
  const again = piecework.guard.run(once, () => expect.unreachable())
  await expect(again).rejects.toMatchObject({ name: 'ConflictError', code: 'run_ended' })
  const { alreadyRecorded } = piecework.counts
  const { runId: _none, ...other } = once
  await piecework.guard.run(other, (run) => run.done())
  expect(piecework.counts.alreadyRecorded).toBe(alreadyRecorded + 1)
  expect(await status()).toEqual({ spent: 0, held: 0 })
  expect(await piecework.events.list({ customerExternalId: 'twice' })).toMatchObject({
    totalResults: 1,
  })
})

test('refusals of the service are thrown before the run starts', async () => {
  const work = () => expect.unreachable()
  const unknown = piecework.guard.run(runOf('unknown'), work)
  await expect(unknown).rejects.toThrow(client.NotFoundError)
  const wrongKey = connect({ apiKey: 'unknown' }).guard.run(runOf('looping'), work)
  await expect(wrongKey).rejects.toThrow(client.AuthenticationError)
  expect(await piecework.guard.getHold(UNKNOWN_ID).catch(({ name }) => name)).toBe('NotFoundError')
})

test('parallel runs over a network that loses and cuts replies stay within the budget, and each step is recorded once', async () => {
  const { status } = await givenBudget('lossy', '3.00')
  const network = await startBadNetwork(baseUrl, { ...CHANCES, replyLost: 0.05, silent: 0.01 }, 42)
  const lossy = connect({ baseUrl: network.url, recording: { retryDelay: 20 } })
  const outcomes: string[] = []
  let reported = 0
  // Ten of these runs fit into the budget.
  const one = async () => {
    const { nextCostUsd: _none, ...options } = runOf('lossy', { estimatedCostUsd: '0.30' })
    await lossy.guard.run({ ...options, timeoutMs: 20_000 }, async (run) => {
      reported += 1
      await run.spent(STEP)
      reported += 2
      await run.spent(STEP)
      run.done({ services: [STEP] })
    })
  }
  try {
    const runs = Array.from({ length: 20 }, () =>
      one().then(
        () => void outcomes.push('done'),
        (error: Error) => void outcomes.push(error.name),
      ),
    )
    await Promise.all(runs)
    expect(await lossy.flush()).toBe(true)
  } finally {
    await lossy.close({ timeout: 1 })
    await network.close()
  }
  expect(network.seen.replyLost + network.seen.replyCut).toBeGreaterThan(0)
  expect(outcomes.filter((it) => it === 'done')).toHaveLength(10)
  expect([...new Set(outcomes)].toSorted()).toEqual(['GuardBlocked', 'done'])
  // Each step costs 0.10 USD once, however often its record was sent.
  expect(reported).toBe(30)
  expect(await status()).toEqual({ spent: 3, held: 0 })
})

test('without a service, a run does as it is told', async () => {
  const away = connect({ baseUrl: 'http://127.0.0.1:9' })
  const options = { timeoutMs: 300 }
  const stops = away.guard.run(runOf('looping', options), () => expect.unreachable())
  await expect(stops).rejects.toMatchObject({ name: 'GuardBlocked', reason: 'undecided' })
  const goesOn = runOf('looping', { ...options, whenUndecided: 'allow' })
  expect(await away.guard.run(goesOn, () => 'worked')).toBe('worked')
  await away.close({ timeout: 1 })
})
