import { expect, test } from 'vitest'
import type { UsageRecord } from '../src/index.ts'
import { run } from '../src/run.ts'
import type { ServiceUse } from '../src/service-uses.ts'

const FOR = { customer: 'acme', agent: 'support-agent', signal: 'ticket-resolved' }
const GPT = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 1200, outputTokens: 350 }
const SEARCH = { model: 'tavily-search', modelProvider: 'tavily', quantity: 2 }

function recording() {
  const records: UsageRecord[] = []
  const record = async (one: UsageRecord) => void records.push(one)
  return { records, record }
}

test('one event has all services of a job, and the result of the job is returned', async () => {
  const { records, record } = recording()
  const result = await run(record, { ...FOR, runId: 'run-1' }, async (job) => {
    job.add(GPT)
    job.add(SEARCH)
    job.metadata.ticket = 4711
    job.evidenceUrl = 'https://desk.example/4711'
    job.evidence = 'Closed by the user'
    return 'solved'
  })
  expect(result).toBe('solved')
  expect(records).toEqual([
    {
      customerExternalId: 'acme',
      agentCode: 'support-agent',
      signalName: 'ticket-resolved',
      quantity: 1,
      services: [GPT, SEARCH],
      runId: 'run-1',
      idempotencyKey: expect.any(String),
      metadata: { ticket: 4711 },
      evidenceUrl: 'https://desk.example/4711',
      evidence: 'Closed by the user',
    },
  ])
})

test('a job has the evidence of its options, and fields without evidence are not sent', async () => {
  const { records, record } = recording()
  await run(record, { ...FOR, evidenceUrl: 'https://desk.example/1' }, () => 'solved')
  expect(records).toMatchObject([{ evidenceUrl: 'https://desk.example/1' }])
  expect(records[0]).not.toHaveProperty('evidence')
})

test('a job that used no service is recorded with the free one', async () => {
  const { records, record } = recording()
  expect(await run(record, { ...FOR, quantity: 2 }, () => 'looked up')).toBe('looked up')
  const none = { model: 'none', modelProvider: 'piecework', quantity: 1 }
  expect(records).toMatchObject([{ quantity: 2, services: [none] }])
})

test('a job takes services one by one and in lists', async () => {
  const { records, record } = recording()
  await run(record, FOR, (job) => {
    job.add([GPT, SEARCH])
    job.add([], SEARCH, [GPT])
  })
  expect(records[0]?.services).toEqual([GPT, SEARCH, SEARCH, GPT])
})

test('a job with a service without a name is billed, and its cost is unknown', async () => {
  const { records, record } = recording()
  const warnings: string[] = []
  const incomplete = [
    { model: 'gpt-4o', inputTokens: 5 },
    { model: ' ', modelProvider: null },
    undefined,
  ]
  await run(
    record,
    FOR,
    (job) => {
      for (const use of incomplete) job.add(use as unknown as ServiceUse)
      job.add(GPT)
    },
    { onWarnings: (texts) => void warnings.push(...texts), onSwallowed: () => undefined },
  )
  expect(records[0]?.services).toEqual([
    { model: 'gpt-4o', modelProvider: 'unknown', inputTokens: 5 },
    { model: 'unknown', modelProvider: 'unknown' },
    { model: 'unknown', modelProvider: 'unknown' },
    GPT,
  ])
  expect(warnings[0]).toBe(
    'job.add got a service without modelProvider, which is recorded as "unknown"',
  )
})

test('a failed job keeps its cost, bills nothing and throws its own error', async () => {
  const { records, record } = recording()
  const failure = new Error('the model refused')
  const job = run(record, { ...FOR, quantity: 3 }, (it) => {
    it.add(GPT)
    throw failure
  })
  await expect(job).rejects.toBe(failure)
  expect(records).toMatchObject([{ quantity: 0, services: [GPT] }])
})

test('a job that fails before it used anything leaves no event', async () => {
  const { records, record } = recording()
  const job = run(record, FOR, () => Promise.reject(new Error('no such ticket')))
  await expect(job).rejects.toThrow('no such ticket')
  expect(records).toEqual([])
})

test('an error of recording does not hide the error of the job', async () => {
  const records: [UsageRecord, { result: unknown } | undefined][] = []
  const refusing = (...recorded: (typeof records)[number]) => {
    records.push(recorded)
    return Promise.reject(new Error('not recorded'))
  }
  const job = run(refusing, FOR, (it) => {
    it.add(GPT)
    throw new Error('the job failed')
  })
  await expect(job).rejects.toThrow('the job failed')
  expect(records).toMatchObject([[{ quantity: 0, services: [GPT] }]])
})

test('if a finished job cannot be recorded, the recorder gets its result, and the error is thrown', async () => {
  const refusal = new Error('not recorded')
  const results: unknown[] = []
  const refusing = (_record: UsageRecord, job?: { result: unknown }) => {
    results.push(job?.result)
    return Promise.reject(refusal)
  }
  const job = run(refusing, FOR, () => ({ text: 'solved' }))
  await expect(job).rejects.toBe(refusal)
  expect(results).toEqual([{ text: 'solved' }])
})

test('a job that succeeds after a failed attempt is billed under the key of the job', async () => {
  const { records, record } = recording()
  const options = { ...FOR, idempotencyKey: 'ticket-4711' }
  const failed = run(record, options, (job) => {
    job.add(GPT)
    throw new Error('try again')
  })
  await expect(failed).rejects.toThrow()
  await run(record, options, (job) => job.add(GPT))
  const [first, second] = records
  expect(first?.idempotencyKey).not.toBe('ticket-4711')
  expect(second).toMatchObject({ idempotencyKey: 'ticket-4711', quantity: 1 })
})

test('a job that runs twice is the same record, and attempts of a job share its run', async () => {
  const { records, record } = recording()
  const options = { ...FOR, idempotencyKey: 'ticket-4711' }
  await run(record, options, (job) => job.add(GPT))
  await run(record, options, (job) => job.add(GPT))
  await run(record, { ...options, runId: 'run-7' }, (job) => job.add(GPT))
  const [first, second, third] = records
  expect(second).toEqual(first)
  expect(first?.runId).toBe('ticket-4711')
  expect(third?.runId).toBe('run-7')
})

test('the work can set the quantity', async () => {
  const { records, record } = recording()
  await run(record, FOR, (job) => {
    job.add(GPT)
    job.quantity = 12
  })
  expect(records).toMatchObject([{ quantity: 12 }])
})

test('calls beyond the limit of an event are summed by model, and still count as separate calls', async () => {
  const { records, record } = recording()
  await run(record, FOR, (job) => {
    for (let i = 0; i < 1500; i++) job.add(GPT)
    job.add(SEARCH)
  })
  expect(records[0]?.services).toEqual([
    {
      model: 'gpt-4o',
      modelProvider: 'openai',
      quantity: 1500,
      inputTokens: 1_800_000,
      outputTokens: 525_000,
    },
    SEARCH,
  ])
})

test('reported costs of calls beyond the limit are summed exactly', async () => {
  const { records, record } = recording()
  await run(record, FOR, (job) => {
    for (let i = 0; i < 1000; i++) job.add({ ...GPT, reportedCostUsd: '0.1' })
    job.add({ ...GPT, reportedCostUsd: 2.5e-7 })
  })
  expect(records[0]?.services).toMatchObject([{ quantity: 1001, reportedCostUsd: '100.00000025' }])
})

test('calls beyond the limit are summed for each tier of service and payer', async () => {
  const { records, record } = recording()
  const batch = { ...GPT, serviceTier: 'batch', cacheWriteTokens: 4, cacheWrite1hTokens: 3 }
  await run(record, FOR, (job) => {
    for (let i = 0; i < 500; i++) job.add(GPT, batch, { ...GPT, paidBy: 'customer' })
  })
  const gpt = { model: 'gpt-4o', modelProvider: 'openai', quantity: 500 }
  const tokens = { inputTokens: 600_000, outputTokens: 175_000 }
  const written = { cacheWriteTokens: 2000, cacheWrite1hTokens: 1500 }
  expect(records[0]?.services).toEqual([
    { ...gpt, ...tokens },
    { ...gpt, ...tokens, ...written, serviceTier: 'batch' },
    { ...gpt, ...tokens, paidBy: 'customer' },
  ])
})
