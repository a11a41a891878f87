import { createConnection, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { useOpened } from '../../../test/support/use-app.ts'
import { openDatabase } from '../database.ts'

const database = useOpened(createTestDatabase)

/** Creates a pool of one connection, and counts the writes it sends. */
async function given() {
  const url = new URL(database.url)
  const { hostname, port } = url
  let pieces = 0
  const sockets: Socket[] = []
  const server = createServer((caller) => {
    const onward = createConnection(Number(port), hostname)
    sockets.push(caller, onward)
    caller.on('data', () => {
      pieces += 1
    })
    caller.pipe(onward).pipe(caller)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const opened = openDatabase({ url: url.href, poolSize: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    await opened.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { db: opened.db, pool: opened.pool, sent: () => pieces }
}

test('statements of a transaction that are started together are sent in one write', async () => {
  const { db, sent } = await given()
  const pieces = await db.transaction().execute(async (tx) => {
    const ask = () => tx.selectFrom('organizations').select('id').limit(1).execute()
    await ask()
    const before = sent()
    await Promise.all([ask(), ask(), ask(), ask(), ask()])
    return sent() - before
  })
  expect(pieces).toBe(1)
})
