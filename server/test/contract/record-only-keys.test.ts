import { beforeAll, describe, expect, test } from 'vitest'
import document from '../../../openapi.json' with { type: 'json' }
import { createApiKey } from '../../src/features/auth/api-keys.ts'
import { type Api, createApi } from '../support/app.ts'
import { llm } from '../support/usage.ts'
import { useTestApp } from '../support/use-app.ts'

/** Returns true if a record-only key may call an operation of a path. */
const isOpenToRecordKeys = (operations: object) =>
  Object.values(operations).some((one: { 'x-keys'?: string[] }) =>
    one['x-keys']?.includes('record'),
  )

const t = useTestApp()
let key = ''
let worker: Api

beforeAll(async () => {
  key = await createKey('record')
  worker = createApi(t.app, key)
})

const createKey = async (scope: 'full' | 'record', type: 'secret' | 'publishable' = 'secret') => {
  const { id: organizationId } = t.organization
  const newKey = { organizationId, type, scope, environment: 'test', name: 'worker' } as const
  return (await createApiKey(t.database.db, newKey, new Date())).key
}

describe('a secret key that is limited to recording usage', () => {
  test('records usage, including everything that recording creates automatically', async () => {
    const { status, body } = await worker.record(
      llm({ customerExternalId: 'new', agentCode: 'new', signalName: 'new' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ successful: 1, failed: 0 })
  })

  test('is refused with a message that names every path it may call', async () => {
    const { body } = await worker.get('/v1/verify')
    expect(body.message).toBe(
      'This key may only record usage (/v1/usage/record, /v1/otlp, /v1/ingest) and ask before runs ' +
        '(/v1/guard); use a secret key without that limit',
    )
    const named: string[] = body.message.match(/\/v1\/[a-z/]+/g) ?? []
    const open = Object.entries(document.paths)
      .filter(([, operations]) => isOpenToRecordKeys(operations))
      .map(([path]) => path)
    expect(open.length).toBeGreaterThan(named.length)
    expect(open.filter((path) => !named.some((one) => `${path}/`.startsWith(`${one}/`)))).toEqual(
      [],
    )
    expect(named.filter((one) => !open.some((path) => `${path}/`.startsWith(`${one}/`)))).toEqual(
      [],
    )
  })

  test('is remembered with its limit while it is cached', async () => {
    for (let tried = 0; tried < 3; tried += 1) {
      expect((await worker.get('/v1/events')).status).toBe(403)
      expect((await worker.record(llm())).status).toBe(200)
    }
  })
})

test('a key without the limit may do as before', async () => {
  const api = createApi(t.app, await createKey('full'))
  expect((await api.record(llm())).status).toBe(200)
  expect((await api.get('/v1/customers')).status).toBe(200)
})

test('a publishable key cannot be limited to recording, which it may never do', async () => {
  await expect(createKey('record', 'publishable')).rejects.toThrow('Only a secret key')
  const { rows } = await t.database.pool.query(
    `select conname from pg_constraint where conname = 'api_keys_record_check'`,
  )
  expect(rows).toHaveLength(1)
  await expect(
    t.database.pool.query(`update api_keys set scope = 'record' where type = 'publishable'`),
  ).rejects.toThrow('api_keys_record_check')
})
