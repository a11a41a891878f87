import { describe, expect, test } from 'vitest'
import { expectRollupsToAddUp } from '../support/invariants.ts'
import {
  findEvent,
  listEvents,
  llm,
  multi,
  recordEvent,
  recordOne,
  sms,
  times,
  unknownModel,
} from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const t = useTestApp({ atEnd: expectRollupsToAddUp })

const rowsOf = async (table: 'customers' | 'agents' | 'signals', where: string, value: string) =>
  (await t.database.pool.query(`select * from ${table} where ${where} = $1`, [value])).rows

describe('a success entry', () => {
  test('echoes the record and adds cost, ids and time', async () => {
    const record = llm({ quantity: 3, model: 'gpt-4o', customerExternalId: ' Ümlaut/ID ' })
    const entry = await recordOne(t.api, record)
    expect(entry).toMatchObject({
      ...record,
      index: 0,
      stored: true,
      totalCostUsd: '0.0075000000',
    })
    expect(entry.eventId).toMatch(uuid)
    expect(entry.rawEventId).toMatch(uuid)
    expect(new Date(entry.timestamp).toISOString()).toBe(entry.timestamp)
  })

  test('shows quantity 1 when it was left out', async () => {
    expect((await recordOne(t.api, llm())).quantity).toBe(1)
    expect((await recordOne(t.api, llm({ quantity: 0 }))).quantity).toBe(0)
  })

  test('names rows that exist', async () => {
    const { eventId, rawEventId } = await recordOne(t.api, llm({ metadata: { a: 1 } }))
    const event = await findEvent(t.api, eventId)
    expect(event).toMatchObject({ rawIngestEventId: rawEventId, metadata: { a: 1 } })
    const { rows } = await t.database.pool.query(
      'select payload::json from usage_events where id = $1',
      [eventId],
    )
    expect(rows).toEqual([{ payload: llm({ metadata: { a: 1 } }) }])
  })
})

describe('a record of an unknown model', () => {
  test('is stored without a cost and reported as failed but stored', async () => {
    const { status, body } = await t.api.record(unknownModel())
    expect(status).toBe(200)
    expect(body).toMatchObject({ processed: 1, successful: 0, failed: 1 })
    const [entry] = body.results.failed
    expect(entry).toMatchObject({
      index: 0,
      record: unknownModel(),
      code: 'NEEDS_COST_BACKFILL',
      stored: true,
    })
    expect(entry.error).toMatch(/house-model/)
    expect(entry.rawEventId).toMatch(uuid)
    expect(await findEvent(t.api, entry.eventId)).toMatchObject({
      eventProcessed: 'NEEDS_COST_BACKFILL',
      usageCost: null,
      usageCostData: {},
      rawIngestEventId: entry.rawEventId,
    })
  })

  test('is unknown also if another provider has it: provider and model must both match', async () => {
    const { body } = await t.api.record(llm({ modelProvider: 'anthropic' }))
    expect(body.results.failed).toMatchObject([{ code: 'NEEDS_COST_BACKFILL', stored: true }])
  })

  test('among known ones leaves the whole event without a cost', async () => {
    const known = { model: 'gpt-4o', modelProvider: 'openai', inputTokens: 5 }
    const unknown = { model: 'house-model', modelProvider: 'in-house', inputTokens: 5 }
    const event = await recordEvent(t.api, multi([known, unknown]))
    expect(event).toMatchObject({
      eventProcessed: 'NEEDS_COST_BACKFILL',
      usageCost: null,
      usageCostData: {},
    })
  })
})

test('a mixed batch keeps the order of the request and says which record is which', async () => {
  const service = { model: 'gpt-4o', modelProvider: 'openai', outputTokens: 100 }
  const batch = [
    sms({ quantity: 2 }),
    unknownModel({ quantity: 4 }),
    llm({ inputTokens: -1 }),
    multi([service, { model: 'twilio-sms-us', modelProvider: 'twilio', quantity: 1 }]),
    llm({ usageDate: 'never' }),
    llm(),
    unknownModel(),
  ]
  const { status, body } = await t.api.record(...batch)
  expect(status).toBe(200)
  expect(body).toMatchObject({ processed: 7, successful: 3, failed: 4 })
  type Entry = { index: number; totalCostUsd: string; code: string; record: unknown }
  const { success, failed } = body.results as { success: Entry[]; failed: Entry[] }
  expect(success.map((entry) => [entry.index, entry.totalCostUsd])).toEqual([
    [0, '0.0166000000'],
    [3, '0.0093000000'],
    [5, '0.0075000000'],
  ])
  expect(failed.map((entry) => [entry.index, entry.code])).toEqual([
    [1, 'NEEDS_COST_BACKFILL'],
    [2, 'VALIDATION_ERROR'],
    [4, 'VALIDATION_ERROR'],
    [6, 'NEEDS_COST_BACKFILL'],
  ])
  for (const { index, record } of failed) expect(record).toEqual(batch[index])
})

test('an all-failing batch is still a 200', async () => {
  const { status, body } = await t.api.record(llm({ quantity: -1 }), llm({ quantity: 'x' }))
  expect(status).toBe(200)
  expect(body).toMatchObject({ processed: 2, successful: 0, failed: 2 })
})

describe('an unseen name', () => {
  test('becomes a customer, an agent and a signal, named after itself', async () => {
    const names = { customerExternalId: 'cust-1', agentCode: 'agent-1', signalName: 'signal-1' }
    const event = await recordEvent(t.api, llm(names))
    const [customer] = await rowsOf('customers', 'external_id', 'cust-1')
    const [agent] = await rowsOf('agents', 'agent_code', 'agent-1')
    expect(customer).toMatchObject({ id: event.customerId, name: 'cust-1' })
    expect(agent).toMatchObject({ id: event.agentId, name: 'agent-1' })
    expect(event).toMatchObject({
      customerExternalId: 'cust-1',
      organizationId: t.organization.id,
      subscriptionId: null,
      signal: { id: event.signalId, name: 'signal-1', shortName: 'signal-1' },
    })
  })

  test('becomes one customer, agent and signal, not fifty, in fifty parallel requests', async () => {
    const names = { customerExternalId: 'rush', agentCode: 'rush', signalName: 'rush' }
    const answers = await Promise.all(times(50, () => t.api.record(llm(names))))
    for (const { body } of answers) expect(body).toMatchObject({ successful: 1, failed: 0 })
    expect(await rowsOf('customers', 'external_id', 'rush')).toHaveLength(1)
    expect(await rowsOf('agents', 'agent_code', 'rush')).toHaveLength(1)
    expect(await rowsOf('signals', 'name', 'rush')).toHaveLength(1)
    const [customer] = await rowsOf('customers', 'external_id', 'rush')
    const events = await listEvents(t.api, `&customerId=${customer.id}`)
    expect(events).toHaveLength(50)
  })

  test('is provisioned once within a batch', async () => {
    const names = { customerExternalId: 'twice', agentCode: 'twice', signalName: 'twice' }
    const { body } = await t.api.record(...times(100, () => llm(names)))
    expect(body.successful).toBe(100)
    expect(await rowsOf('customers', 'external_id', 'twice')).toHaveLength(1)
  })

  test('of a signal belongs to its agent: two agents, two signals', async () => {
    const one = await recordEvent(t.api, llm({ agentCode: 'left', signalName: 'shared' }))
    const two = await recordEvent(t.api, llm({ agentCode: 'right', signalName: 'shared' }))
    expect(one.signalId).not.toBe(two.signalId)
    expect(one.customerId).toBe(two.customerId)
  })
})

test('signalName finds a signal by its shortName first, then by its name', async () => {
  const { agentId } = await recordEvent(t.api, llm({ agentCode: 'named' }))
  const insert = async (id: string, name: string, shortName: string) => {
    await t.database.pool.query(
      `insert into signals
         (id, organization_id, agent_id, name, short_name, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [id, t.organization.id, agentId, name, shortName],
    )
  }
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await insert(first, 'Ticket resolved', 'res')
  await insert(second, 'res', 'other')
  const signalOf = async (signalName: string) =>
    (await recordEvent(t.api, llm({ agentCode: 'named', signalName }))).signalId
  expect(await signalOf('res')).toBe(first)
  expect(await signalOf('Ticket resolved')).toBe(first)
  expect(await signalOf('other')).toBe(second)
})

describe('parallel batches', () => {
  test('over the same customers in opposite order all succeed', async () => {
    const customers = times(50, (index) => llm({ customerExternalId: `crossing-${index}` }))
    const reversed = customers.toReversed()
    const answers = await Promise.all(
      times(12, (index) => t.api.record(...(index % 2 ? customers : reversed))),
    )
    for (const { body } of answers) expect(body).toMatchObject({ successful: 50, failed: 0 })
    expect(await rowsOf('customers', 'external_id', 'crossing-7')).toHaveLength(1)
  })

  test('of one customer in one quarter of an hour lose nothing', async () => {
    const usageDate = '2026-01-01T00:07:00Z'
    const record = llm({ customerExternalId: 'hot', quantity: 2, usageDate })
    await Promise.all(times(40, () => t.api.record(...times(10, () => record))))
    const [customer] = await rowsOf('customers', 'external_id', 'hot')
    const { rows } = await t.database.pool.query(
      `select event_count::int, quantity::int, trim_scale(cost)::text as cost
         from usage_rollups
        where customer_id = $1`,
      [customer.id],
    )
    expect(rows).toEqual([{ event_count: 400, quantity: 800, cost: '3' }])
  })
})
