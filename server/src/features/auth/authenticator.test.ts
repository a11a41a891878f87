import { expect, test, vi } from 'vitest'
import { useTestApp } from '../../../test/support/use-app.ts'
import { eventually } from '../../../test/support/waiting.ts'
import { listenForChanges } from '../../platform/cache-events.ts'
import { createApiKey } from './api-keys.ts'
import { API_KEYS, createAuthenticator } from './authenticator.ts'
import { generateKey, hashKey } from './key.ts'

const t = useTestApp()

const UNKNOWN = 'Unknown or revoked API key'

test('a key that is tried repeatedly is looked up once', async () => {
  const { authenticate, forget } = createAuthenticator(t.database.db, 'test', () => new Date())
  const query = vi.spyOn(t.database.pool, 'connect')
  const key = generateKey('secret', 'test')
  for (let tried = 0; tried < 5; tried += 1) {
    await expect(authenticate(key)).rejects.toThrow(UNKNOWN)
  }
  expect(query).toHaveBeenCalledOnce()
  forget()
  await expect(authenticate(key)).rejects.toThrow(UNKNOWN)
  expect(query).toHaveBeenCalledTimes(2)
  query.mockRestore()
})

test('a key that was unknown works once it exists and the change is heard', async () => {
  const { authenticate, forget } = createAuthenticator(t.database.db, 'test', () => new Date())
  const { key } = await createKey()
  const hidden = Buffer.alloc(32, 7)
  const hash = hashKey(key)
  await t.database.pool.query('update api_keys set hash = $1 where hash = $2', [hidden, hash])
  await expect(authenticate(key)).rejects.toThrow(UNKNOWN)
  await t.database.pool.query('update api_keys set hash = $1 where hash = $2', [hash, hidden])
  await expect(authenticate(key)).rejects.toThrow(UNKNOWN)
  forget()
  expect(await authenticate(key)).toMatchObject({ organizationId: t.organization.id })
})

test('a new key is announced', async () => {
  const heard: (string | undefined)[] = []
  const onChange = (thing: string | undefined) => void heard.push(thing)
  const listener = await listenForChanges(t.database.url, { log: t.dependencies.log, onChange })
  await createKey()
  await eventually(() => expect(heard).toContain(API_KEYS.name))
  await listener.close()
})

function createKey() {
  const { id: organizationId } = t.organization
  const newKey = { organizationId, type: 'secret', environment: 'test', name: '' } as const
  return createApiKey(t.database.db, newKey, new Date())
}
