import pg from 'pg'

type Send = (...args: unknown[]) => Promise<pg.QueryResult>

/** A statement that visited more shards than it names customers, and how many it visited. */
export type Wide = { shards: number; customers: number; text: string }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const HAS_PLAN = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Watches what this process sends from now on. Each statement is explained once, with the values that it
 * was sent with; those that could know whose rows they ask for, and visit more shards than those are on,
 * are listed by `wide`.
 */
export function watchStatements() {
  const send = pg.Client.prototype.query as unknown as Send
  const seen = new Set<string>()
  const wide: Wide[] = []
  let asker: Promise<pg.Client> | undefined
  let asked: Promise<unknown> = Promise.resolve()

  async function explain(from: pg.Client, text: string, values: unknown[]): Promise<void> {
    asker ??= connectLike(from)
    const ask = send.bind(await asker)
    // What Citus cannot explain with parameters, it may still run.
    const plan = await ask(`explain (costs off) ${text}`, values).catch(() => undefined)
    const counts = JSON.stringify(plan?.rows ?? []).matchAll(/Task Count: (\d+)/g)
    const shards = Math.max(0, ...Array.from(counts, ([, count]) => Number(count)))
    if (shards < 2) return
    const ids = JSON.stringify(values).match(UUID) ?? []
    const known = await ask('select id from customers where id = any($1)', [ids])
    const customers = known.rows.length
    if (customers > 0 && shards > customers) wide.push({ shards, customers, text })
  }

  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text, values } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text: unknown; values: unknown })
    if (typeof text === 'string' && Array.isArray(values) && HAS_PLAN.test(text)) {
      if (!seen.has(text)) asked = asked.then(() => explain(this, text, [...values]))
      seen.add(text)
    }
    return send.apply(this, args)
  } as unknown as typeof pg.Client.prototype.query

  return {
    /** All that have been sent so far. */
    wide: async () => {
      await asked
      return wide
    },
    close: async () => {
      pg.Client.prototype.query = send as unknown as typeof pg.Client.prototype.query
      await (await asker)?.end()
    },
  }
}

async function connectLike({ host, port, database, user, password }: pg.Client) {
  const client = new pg.Client({ host, port, database, user, password: password ?? undefined })
  await client.connect()
  return client
}
