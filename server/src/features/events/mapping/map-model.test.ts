import { expect, test } from 'vitest'
import { expectRollupsToMatchEvents } from '../../../../test/support/invariants.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { untilWaiting } from '../../../../test/support/waiting.ts'

const service = useTestApp()

const job = {
  customerExternalId: 'acme',
  agentCode: 'support',
  signalName: 'ticket',
  model: 'our-finetune',
  modelProvider: 'openai',
  inputTokens: 1_000,
}

async function uncostedEvents(model: string): Promise<number> {
  const { body } = await service.api.get('/v1/events/needs-cost-backfill')
  const group = body.groups.find((candidate: { model: string }) => candidate.model === model)
  return group?.count ?? 0
}

// Exceeds the number of events that are summed at once.
test('costs thousands of events and those that arrive concurrently, without missing any', async () => {
  const batch = Array.from({ length: 100 }, () => job)
  await Promise.all(Array.from({ length: 60 }, () => service.api.record(...batch)))
  expect(await uncostedEvents('our-finetune')).toBe(6_000)

  let isMapped = false
  let arrived = 0
  const arriving = Array.from({ length: 4 }, async () => {
    while (!isMapped) {
      const { body } = await service.api.record(...batch.slice(0, 10))
      expect(body.results.failed.every(({ stored }: { stored: boolean }) => stored)).toBe(true)
      arrived += 10
    }
  })
  const mapped = await service.api.post('/v1/events/map-model', {
    sourceModel: 'our-finetune',
    sourceProvider: 'openai',
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })
  isMapped = true
  await Promise.all(arriving)

  expect(mapped.status).toBe(200)
  expect(mapped.body.backfilled).toBeGreaterThanOrEqual(6_000)
  expect(await uncostedEvents('our-finetune')).toBe(0)
  const { rows } = await service.database.pool.query(
    `select coalesce(event_processed, 'PROCESSED') as status, count(*)::int, sum(usage_cost)::numeric(20, 4)::text as cost
     from usage_events group by 1`,
  )
  const total = 6_000 + arrived
  expect(rows).toEqual([{ status: 'PROCESSED', count: total, cost: (total * 0.0025).toFixed(4) }])
  const rollups = await service.database.pool.query(
    `select sum(event_count)::int as count, sum(uncosted_event_count)::int as uncosted,
       sum(cost)::numeric(20, 4)::text as cost from usage_rollups`,
  )
  expect(rollups.rows).toEqual([{ count: total, uncosted: 0, cost: (total * 0.0025).toFixed(4) }])
})

test('two concurrent mappings complete an event that needed both', async () => {
  const services = ['left', 'right'].map((model) => ({
    model,
    modelProvider: 'ours',
    inputTokens: 1_000,
  }))
  const { model: _model, modelProvider: _provider, inputTokens: _tokens, ...named } = job
  const { body } = await service.api.record({ ...named, services })
  expect(body.results.failed[0].code).toBe('NEEDS_COST_BACKFILL')
  const map = (sourceModel: string) =>
    service.api.post('/v1/events/map-model', {
      sourceModel,
      sourceProvider: 'ours',
      targetModel: 'gpt-4o',
      targetProvider: 'openai',
    })
  await Promise.all([map('left'), map('right')])
  const { rows } = await service.database.pool.query(
    `select coalesce(event_processed, 'PROCESSED') as status, usage_cost::text as cost
     from usage_events where id = $1`,
    [body.results.failed[0].eventId],
  )
  expect(rows).toEqual([{ status: 'PROCESSED', cost: '0.005' }])
})

test('refuses to map a model that the catalog prices', async () => {
  const { status, body } = await service.api.post('/v1/events/map-model', {
    sourceModel: 'gpt-4o',
    sourceProvider: 'openai',
    targetModel: 'gpt-4o-mini',
    targetProvider: 'openai',
  })
  expect(status).toBe(409)
  expect(body.message).toContain('already in the catalog')
})

test('a mapping that is about to commit does not delay records with a cost', async () => {
  await service.api.record(...Array.from({ length: 20 }, () => ({ ...job, model: 'slow' })))
  const holder = await service.database.pool.connect()
  await holder.query('begin; lock table cost_model_mappings in exclusive mode')
  const mapping = service.api.post('/v1/events/map-model', {
    sourceModel: 'slow',
    sourceProvider: 'openai',
    targetModel: 'gpt-4o',
    targetProvider: 'openai',
  })
  try {
    await untilWaiting(service.database.pool, 1)
    const { body } = await service.api.record({ ...job, model: 'gpt-4o' })
    expect(body).toMatchObject({ successful: 1 })
    expect(await uncostedEvents('slow')).toBe(20)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await mapping).body.backfilled).toBe(20)
  expect(await uncostedEvents('slow')).toBe(0)
  await expectRollupsToMatchEvents(service.database.pool)
})
