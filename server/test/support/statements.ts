import type { Pool, PoolClient } from 'pg'

/** Returns the texts of all statements sent over a pool during the work. */
export async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const restore: (() => void)[] = []
  const known = new Set<object>()
  const listen = (client: PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    const send = client.query
    client.query = (...args: unknown[]) => {
      const [first] = args as [string | { text: string }]
      texts.push(typeof first === 'string' ? first : first.text)
      return Reflect.apply(send, client, args)
    }
    restore.push(() => {
      client.query = send
    })
  }
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.off('acquire', listen)
    for (const undo of restore) undo()
  }
  return texts
}
