import { expect, test, vi } from 'vitest'
import { createApi, createTestOrganization } from '../../../../test/support/app.ts'
import { useTestApp } from '../../../../test/support/use-app.ts'
import { backfillKnown } from './backfill-known.ts'

const t = useTestApp()

const record = {
  customerExternalId: 'acme',
  agentCode: 'coder',
  signalName: 'edit',
  model: 'not yet known',
  modelProvider: 'openai',
  inputTokens: 1_000,
}

test('an organization that cannot be costed does not block others, and the job fails', async () => {
  for (let made = 0; made < 2; made += 1) {
    const { secretKey } = await createTestOrganization(t.dependencies)
    await createApi(t.app, secretKey).record(record)
  }
  const uncosted = async () =>
    (await t.database.pool.query('select distinct organization_id from uncosted_services')).rows
  expect(await uncosted()).toHaveLength(2)
  const findKnown = t.dependencies.usage.findPrices(t.organization.id)
  let asked = 0
  const log = { ...t.dependencies.log, info: vi.fn(), error: vi.fn() }
  const deps = {
    db: t.database.db,
    log,
    findPrices: () => {
      asked += 1
      const isBroken = asked === 1
      let calls = 0
      return (provider: string) => {
        calls += 1
        if (isBroken && calls > 1) throw new Error('broken')
        return findKnown(provider, 'gpt-4o')
      }
    },
  }
  await expect(backfillKnown(deps, new Date())).rejects.toThrow('1 organization')
  expect(await uncosted()).toHaveLength(1)
  expect(log.error).toHaveBeenCalledOnce()
})

test('does not wait for records that are being written', async () => {
  const { secretKey, id } = await createTestOrganization(t.dependencies)
  await createApi(t.app, secretKey).record(record)
  const writer = await t.database.pool.connect()
  try {
    // The lock that ingestion holds while it writes an event without a cost.
    await writer.query('begin')
    await writer.query('select pg_advisory_xact_lock_shared($1, hashtext($2))', [0x7077_0001, id])
    const findKnown = t.dependencies.usage.findPrices(id)
    const deps = {
      db: t.database.db,
      log: t.dependencies.log,
      findPrices: () => (provider: string) => findKnown(provider, 'gpt-4o'),
    }
    expect(await backfillKnown(deps, new Date())).toBeGreaterThan(0)
  } finally {
    await writer.query('rollback')
    writer.release()
  }
})
