import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApi, createTestApp, createTestOrganization, type TestApp } from '../support/app.ts'
import { type Fields, givenCustomer, unique } from '../support/given.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import { onOneServer } from '../support/on-one-server.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import { llm, recordOne, times } from '../support/usage.ts'

let t: TestApp
let proxy: SilentProxy
let clockShiftMs = 0
beforeAll(async () => {
  t = await createTestApp({
    now: () => new Date(Date.now() + clockShiftMs),
    // Longer than a decision takes on a busy machine.
    config: { guardTimeoutMs: 2_000 },
    reachDatabase: async (url) => {
      proxy = await startSilentProxy(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await t.app.close()
  await t.dependencies.close()
  await proxy.close()
  await expectHoldsToAddUp(t.database.pool)
  await t.database.close()
})

let api: TestApp['api']
let organizationId: string
beforeEach(async () => {
  clockShiftMs = 0
  const organization = await createTestOrganization(t.dependencies)
  organizationId = organization.id
  api = createApi(t.app, organization.secretKey)
  await givenCustomer(api, { externalId: 'acme' })
  const terms = { name: 'Limit', measure: 'cost', amount: '10.00', period: 'day', action: 'block' }
  expect((await api.post('/v1/budgets', terms)).status).toBe(201)
})

const ask = (fields: Fields = {}) =>
  api.post('/v1/guard/holds', {
    ...{ customerExternalId: 'acme', agentCode: 'support', signalName: 'ticket' },
    ...{ estimatedCostUsd: '1.00', runId: unique('run') },
    ...fields,
  })
const countHolds = async () => {
  const { rows } = await t.database.pool.query(
    'select count(*)::int as count from control_holds where organization_id = $1',
    [organizationId],
  )
  return rows[0].count
}

// Citus does not know triggers on distributed tables.
onOneServer(
  'a COMMIT that the database refuses leaves no hold, and is never answered with one',
  async () => {
    await ask()
    await t.database.pool.query(
      `create function refuse_hold() returns trigger language plpgsql as
       $$ begin raise 'refused at commit'; end $$;
     create constraint trigger refuse_hold after insert on control_holds
       deferrable initially deferred for each row when (new.run_id = 'refused')
       execute function refuse_hold()`,
    )
    try {
      const refused = await ask({ runId: 'refused' })
      expect(refused.status).toBe(500)
      expect(refused.body.holdId).toBeUndefined()
      expect((await ask({ runId: 'neighbour' })).body.decision).toBe('allow')
      expect(await countHolds()).toBe(2)
    } finally {
      await t.database.pool.query('drop function refuse_hold cascade')
    }
    expect((await ask({ runId: 'refused' })).body.decision).toBe('allow')
    expect(await countHolds()).toBe(3)
  },
)

test('a clock that jumps back leaves holds open, and one that jumps ahead lets them expire', async () => {
  await ask({ runId: 'first', estimatedCostUsd: '10.00', ttlSeconds: 60 })
  clockShiftMs = -45 * 60_000
  expect((await ask({ runId: 'second' })).body.decision).toBe('block')
  // A run under way is extended from the later of both times.
  const { holdId } = (await ask({ runId: 'first' })).body
  const next = { costSoFarUsd: '1', nextCostUsd: '1' }
  const extended = await api.post(`/v1/guard/holds/${holdId}/extend`, next)
  expect(extended.body.decision).toBe('allow')
  expect(Date.parse(extended.body.expiresAt)).toBeGreaterThan(Date.now())
  clockShiftMs = 2 * 60 * 60_000
  expect((await ask({ runId: 'third', estimatedCostUsd: '10.00' })).body.decision).toBe('allow')
  // What the expired run records afterwards is spent and not held.
  clockShiftMs = 0
  await recordOne(api, llm({ runId: 'first' }))
})

test('records between 1,000 parallel holds settle them, and the limit is never passed', async () => {
  const run = async (n: number) => {
    const runId = `run-${n}`
    const { body } = await untilDecided(() => ask({ runId, estimatedCostUsd: '0.02' }))
    if (body.decision === 'allow' && n % 3 !== 0) {
      const { hold } = await recordOne(api, llm({ runId }))
      expect(hold).toMatchObject({ decision: 'allow' })
    }
    return { n, decision: body.decision }
  }
  const first = await Promise.all(times(1_000, run))
  // All may be decided before the first record. Those that were blocked ask again.
  const blocked = first.filter(({ decision }) => decision === 'block')
  const again = await Promise.all(blocked.map(({ n }) => run(n)))
  const answers = [...first, ...again]
  const { rows } = await t.database.pool.query(
    `select sum(case when closed_at is null then cost else used_cost end) <= 10 as fits,
       count(*)::int as count from control_holds where organization_id = $1`,
    [organizationId],
  )
  const allowed = answers.filter(({ decision }) => decision === 'allow')
  expect(rows[0]).toEqual({ fits: true, count: allowed.length })
  // Settled runs give back what they did not cost, so more than 500 fit.
  expect(allowed.length).toBeGreaterThan(500)
})

async function untilDecided(asking: () => ReturnType<typeof ask>) {
  for (;;) {
    const answer = await asking()
    if (answer.status === 200) return answer
    expect(answer.status).toBe(503)
  }
}

test('a database that stands still is answered 503 undecided, and no late decision counts twice', async () => {
  expect((await ask()).body.decision).toBe('allow')
  proxy.fallSilent()
  const runs = times(20, (n) => `run-${n}`)
  const during = await Promise.all(
    runs.map((runId) => ask({ runId, estimatedCostUsd: '0.10' })),
  ).finally(() => proxy.passAgain())
  for (const { status, body, headers } of during) {
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'undecided', '1'])
  }
  // The same runs again: each has one hold, made before or now.
  await vi.waitFor(
    async () => {
      const again = await Promise.all(runs.map((runId) => ask({ runId, estimatedCostUsd: '0.10' })))
      expect(new Set(again.map(({ body }) => body.decision))).toEqual(new Set(['allow']))
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(await countHolds()).toBe(21)
})
