import { randomInt } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { decimal, sum } from '../../src/domain/money.ts'
import { type Api, createApi, createTestApp } from '../support/app.ts'
import { type Fields, givenCustomer, unique } from '../support/given.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import { onOneServer } from '../support/on-one-server.ts'
import { llm, times, unknownModel } from '../support/usage.ts'
import { useOrganizationPerTest, useTestApp } from '../support/use-app.ts'

const t = useTestApp({ atEnd: ({ database }) => expectHoldsToAddUp(database.pool) })
const { api, organization } = useOrganizationPerTest(t)

/** A second process on the same database, with its own connections and caches. */
let otherApp: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  otherApp = await createTestApp({ database: { ...t.database, close: async () => undefined } })
  return () => otherApp.close()
})
const otherApi = () => createApi(otherApp.app, organization.secretKey)

const LIMIT = '100.00'
const ask = (by: Api, fields: Fields) =>
  by.post('/v1/guard/holds', {
    ...{ customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' },
    ...fields,
  })

/** Asks until a decision is made, as clients do: a busy machine may answer 503. */
async function decided(by: Api, fields: Fields): Promise<Asked> {
  for (;;) {
    const answer = await ask(by, fields)
    if (answer.status === 200) return answer
    expect(answer.status).toBe(503)
  }
}

async function givenBudget(fields: Fields = {}): Promise<string> {
  await givenCustomer(api, { externalId: 'acme' })
  const terms = { name: 'Limit', measure: 'cost', amount: LIMIT, period: 'day', action: 'block' }
  const { status, body } = await api.post('/v1/budgets', { ...terms, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

async function statusOf(id: string) {
  const { body } = await api.get(`/v1/budgets/${id}/status?customerExternalId=acme`)
  return {
    spent: decimal(body.spent),
    held: decimal(body.held),
    remaining: decimal(body.remaining),
  }
}

type Asked = { status: number; body: { decision: string; holdId: string | null } }

test('1,000 parallel holds in two processes never pass the limit, and use all of it', async () => {
  const id = await givenBudget()
  const answers: Asked[] = await Promise.all(
    times(1_000, (n) =>
      decided(n % 2 === 0 ? api : otherApi(), { runId: `run-${n}`, estimatedCostUsd: '0.13' }),
    ),
  )
  const allowed = answers.filter(({ body }) => body.decision === 'allow')
  // 769 × 0.13 = 99.97
  expect(allowed).toHaveLength(769)
  const { held, remaining } = await statusOf(id)
  expect([held.toFixed(), remaining.toFixed()]).toEqual(['99.97', '0.03'])
})

test('holds, records, extensions and releases at once never pass the limit by a decision', async () => {
  // A run records at most twice 0.0075 and holds more than that, so real cost never passes a hold.
  const id = await givenBudget({ amount: '1.00' })
  const most = decimal('1.00')
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { spent, held } = await statusOf(id)
      expect(spent.plus(held).lte(most), `${spent} + ${held}`).toBe(true)
    }
  })()
  const runOnce = async (by: Api, n: number): Promise<void> => {
    const runId = `run-${n}`
    const { body } = await ask(by, { runId, estimatedCostUsd: '0.02' })
    if (body.decision === 'block') return
    const path = `/v1/guard/holds/${body.holdId}`
    const steps: (() => Promise<unknown>)[] = [
      () => by.record(llm({ runId, quantity: 0 })),
      () => by.post(`${path}/extend`, { costSoFarUsd: '0.0075', nextCostUsd: '0.01' }),
      () => ask(by, { runId, estimatedCostUsd: '0.02' }),
    ]
    const ends: (() => Promise<unknown>)[] = [
      () => by.record(llm({ runId })),
      () => by.post(`${path}/release`, undefined),
    ]
    // Two steps at the same time, in any order.
    const [first, second, third] = steps.toSorted(() => randomInt(3) - 1)
    await Promise.all([first?.(), second?.()])
    if (await isOpen(path)) await third?.()
    // A record after the end of its run costs without a hold, so the end meets a decision alone.
    if (await isOpen(path)) await Promise.all([ends[n % 2]?.(), steps[1]?.()])
  }
  const isOpen = async (path: string) => (await api.get(path)).body.status === 'open'
  try {
    await Promise.all(
      times(8, async (worker) => {
        const by = worker % 2 === 0 ? api : otherApi()
        for (let n = 0; n < 15; n += 1) await runOnce(by, worker * 100 + n)
      }),
    )
  } finally {
    isOver = true
  }
  await watching
  const { spent, held } = await statusOf(id)
  expect(spent.plus(held).lte(most)).toBe(true)
})

test('a connection that is cut while a hold is made leaves the whole hold or none', async () => {
  const id = await givenBudget()
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await t.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and query like '%control_%' and random() < 0.5`,
      )
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const answers = await Promise.all(
    times(200, (n) =>
      ask(n % 2 === 0 ? api : otherApi(), { runId: `run-${n}`, estimatedCostUsd: '1.00' }),
    ),
  ).finally(() => {
    isOver = true
  })
  await cutting
  const allowed = answers
    .filter(({ body }) => body.decision === 'allow')
    .map(({ body }) => body.holdId)
  const { held } = await statusOf(id)
  const { rows } = await t.database.pool.query(
    `select count(*) filter (where id = any($1::uuid[]))::int as known, count(*)::int as all
     from control_holds where organization_id = $2`,
    [allowed, organization.id],
  )
  // Each answered hold is stored. Those that were stored without an answer count too.
  expect(rows[0].known).toBe(allowed.length)
  expect(held.toFixed()).toBe(String(rows[0].all))
  expect(rows[0].all).toBeLessThanOrEqual(100)
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect([status, body.code]).toEqual([503, 'undecided'])
  }
})

test('a customer whose account is locked elsewhere does not stop the runs of others', async () => {
  const quick = await createTestApp({
    database: { ...t.database, close: async () => undefined },
    config: { guardTimeoutMs: 2_000 },
  })
  onTestFinished(() => quick.close())
  const by = createApi(quick.app, organization.secretKey)
  await givenBudget()
  const { id: locked } = await givenCustomer(api, { externalId: 'locked' })
  await ask(by, { customerExternalId: 'locked', runId: 'first', estimatedCostUsd: 1 })
  const client = await t.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from control_accounts where customer_id = $1 for update', [locked])
    const [refused, ...others] = await Promise.all([
      ask(by, { customerExternalId: 'locked', runId: 'second', estimatedCostUsd: 1 }),
      ...times(20, () => ask(by, { runId: unique('run'), estimatedCostUsd: 1 })),
    ])
    expect([refused?.status, refused?.body.code]).toEqual([503, 'undecided'])
    expect(others.map(({ status }) => status)).toEqual(times(20, () => 200))
  } finally {
    await client.query('rollback')
    client.release()
  }
  const retried = await ask(by, {
    customerExternalId: 'locked',
    runId: 'second',
    estimatedCostUsd: 1,
  })
  expect(retried.body.decision).toBe('allow')
})

// Citus does not know triggers on distributed tables.
onOneServer('a refused record spares the holds of its neighbours', async () => {
  const id = await givenBudget()
  await Promise.all([
    ask(api, { runId: 'good', estimatedCostUsd: 1 }),
    ask(api, { runId: 'bad', estimatedCostUsd: 1 }),
  ])
  await t.database.pool.query(
    `create function refuse_bad() returns trigger language plpgsql as
       $$ begin if new.run_id = 'bad' then raise 'refused'; end if; return new; end $$;
     create trigger refuse_bad before insert on usage_events for each row
       execute function refuse_bad()`,
  )
  onTestFinished(async () => {
    await t.database.pool.query('drop function refuse_bad cascade')
  })
  const { body } = await api.post('/v1/usage/record', {
    records: [llm({ runId: 'good' }), llm({ runId: 'bad' })],
  })
  expect(body.results.success).toMatchObject([{ hold: { remaining: '0.9925000000' } }])
  expect(body.results.failed).toMatchObject([{ code: 'INTERNAL_ERROR', stored: false }])
  const { spent, held } = await statusOf(id)
  expect([spent.toFixed(), held.toFixed()]).toEqual(['0.0075', '1'])
})

test('a mapping and records of the same runs at once leave every hold with what its run cost', async () => {
  const id = await givenBudget()
  const runs = times(20, (n) => `run-${n}`)
  await Promise.all(runs.map((runId) => ask(api, { runId, estimatedCostUsd: '0.10' })))
  for (const runId of runs) await api.record(unknownModel({ runId, quantity: 0 }))
  const map = api.post('/v1/events/map-model', {
    ...{ sourceModel: 'house-model', sourceProvider: 'in-house' },
    ...{ targetModel: 'gpt-4o', targetProvider: 'openai' },
  })
  const records = runs.flatMap((runId, n) => [
    (n % 2 === 0 ? api : otherApi()).record(llm({ runId, quantity: 0 })),
    (n % 2 === 0 ? otherApi() : api).record(unknownModel({ runId, quantity: 0 })),
  ])
  const answers = await Promise.all([map, ...records])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { spent, held } = await statusOf(id)
  // Each run recorded three times 0.0075.
  expect([spent.toFixed(), held.toFixed()]).toEqual(['0.45', '1.55'])
})

test('rolling windows equal a scan of the events, with late usage and usage dated ahead', async () => {
  await givenCustomer(api, { externalId: 'acme' })
  const now = Date.now()
  const minutes = times(60, () => randomInt(-3 * 24 * 60, 2 * 60))
  await api.post('/v1/usage/record', {
    records: minutes.map((minute) =>
      llm({ usageDate: new Date(now + minute * 60_000).toISOString(), quantity: 1 }),
    ),
  })
  for (const rollingQuarters of [1, 20, 96, 100, 200]) {
    const id = await givenRolling(rollingQuarters)
    const { body } = await api.get(`/v1/budgets/${id}/status?customerExternalId=acme`)
    const { rows } = await t.database.pool.query(
      `select coalesce(sum(usage_cost), 0) as spent from usage_events
       where organization_id = $1 and usage_date >= $2`,
      [organization.id, body.windowStart],
    )
    expect(body.spent, `${rollingQuarters} quarters`).toBe(rows[0].spent.toFixed())
    // The whole first quarter is part of the window, so it is never too short.
    const length = Date.parse(body.asOf) - Date.parse(body.windowStart)
    expect(length).toBeGreaterThanOrEqual(rollingQuarters * 15 * 60_000)
    expect(length).toBeLessThan((rollingQuarters + 1) * 15 * 60_000)
  }
  // The sum of all is more than that of any window.
  expect(sum(minutes.map(() => decimal('0.0075'))).toFixed()).toBe('0.45')

  async function givenRolling(rollingQuarters: number): Promise<string> {
    const { body } = await api.post('/v1/budgets', {
      ...{ name: 'Rolling', measure: 'cost', amount: 1, action: 'block' },
      ...{ period: 'rolling', rollingQuarters },
    })
    return body.id
  }
})
