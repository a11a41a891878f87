import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { useOpened } from '../../test/support/use-app.ts'
import { eventually } from '../../test/support/waiting.ts'
import { announceChange, listenForChanges } from './cache-events.ts'
import { createLog } from './log.ts'

const database = useOpened(createTestDatabase)

/** A proxy to the database that can be silenced: then it forwards nothing more. */
async function wire() {
  const target = new URL(database.url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    sockets.push(near, far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const url = new URL(database.url)
  url.port = typeof address === 'object' ? String(address?.port) : ''
  const cutInSilence = () => {
    for (const socket of sockets.splice(0)) {
      socket.unpipe()
      socket.on('data', () => undefined)
    }
  }
  return { url: url.href, cutInSilence, connections: () => sockets.length / 2 }
}

async function listening(url: string, options: object = {}) {
  const heard: (string | undefined)[] = []
  const listener = await listenForChanges(url, {
    log: createLog('silent'),
    onChange: (thing) => void heard.push(thing),
    ...options,
  })
  onTestFinished(() => listener.close())
  return { heard, listener }
}

test('a change is delivered', async () => {
  const { heard } = await listening(database.url)
  await announceChange(database.db, { name: 'catalog' })
  await eventually(() => expect(heard).toEqual([undefined, 'catalog']))
})

test('a change whose refresh fails is delivered again', async () => {
  const seen: (string | undefined)[] = []
  await listening(database.url, {
    onChange: async (thing: string | undefined) => {
      seen.push(thing)
      if (thing === 'catalog' && seen.length < 4) throw new Error('the database is busy')
    },
  })
  await announceChange(database.db, { name: 'catalog' })
  await eventually(() => expect(seen).toEqual([undefined, 'catalog', 'catalog', 'catalog']))
})

test('a connection that is lost without an error is detected and replaced', async () => {
  const { url, cutInSilence } = await wire()
  const { heard } = await listening(url, { heartbeatMs: 100, answerWithinMs: 2_000 })
  cutInSilence()
  await announceChange(database.db, { name: 'catalog' })
  await eventually(() => expect(heard).toEqual([undefined, undefined]))
  await announceChange(database.db, { name: 'customers' })
  await eventually(() => expect(heard.at(-1)).toBe('customers'))
})

test('a connection that PostgreSQL ends is replaced, by one only', async () => {
  const { heard } = await listening(database.url, { heartbeatMs: 50 })
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`,
  )
  await eventually(() => expect(heard).toEqual([undefined, undefined]))
  await announceChange(database.db, { name: 'agents' })
  await eventually(() => expect(heard).toEqual([undefined, undefined, 'agents']))
})

test('when it cannot listen, it leaves no connection behind', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => {
    throw new Error('no')
  })
  const end = vi.spyOn(pg.Client.prototype, 'end')
  await expect(listening(database.url)).rejects.toThrow('no')
  expect(end).toHaveBeenCalledOnce()
  query.mockRestore()
  end.mockRestore()
})

test('closing does not wait for a server that is silent', async () => {
  const { url, cutInSilence } = await wire()
  const { listener } = await listening(url)
  cutInSilence()
  await listener.close()
})
