import pg from 'pg'

type Send = (...args: unknown[]) => Promise<pg.QueryResult>

/** A statement for one customer, and the number of shards it visited. */
export type Wide = { shards: number; text: string }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const HAS_PLAN = /^\s*(select|with|insert|update|delete)\b/i

const send = pg.Client.prototype.query as unknown as Send
const seen = new Set<string>()
let wide: Wide[] = []
let asked: Promise<unknown> = Promise.resolve()
/** Connections for EXPLAIN by database. */
const askers = new Map<string, Promise<pg.Client>>()

/**
 * Observes the statements that this process sends from now on. Explains each one once, with the
 * values it was sent with.
 */
export function watchStatements(): void {
  if (pg.Client.prototype.query === (watched as unknown)) return
  pg.Client.prototype.query = watched as unknown as typeof pg.Client.prototype.query
}

function watched(this: pg.Client, ...args: unknown[]) {
  const [first, second] = args
  const { text, values } =
    typeof first === 'string'
      ? { text: first, values: second }
      : (first as { text: unknown; values: unknown })
  if (typeof text === 'string' && Array.isArray(values) && HAS_PLAN.test(text) && !seen.has(text)) {
    seen.add(text)
    const given = [...values]
    asked = asked.then(() => explain(this, text, given)).catch(() => undefined)
  }
  return send.apply(this, args)
}

/**
 * Returns the statements since the last call that name one customer and visit more than one shard.
 * Call it while their database exists.
 */
export async function wideStatements(): Promise<Wide[]> {
  await asked
  await Promise.all([...askers.values()].map(async (asker) => (await asker).end()))
  askers.clear()
  const found = wide
  wide = []
  return found
}

async function explain(from: pg.Client, text: string, values: unknown[]): Promise<void> {
  const { database = '' } = from
  const asker = askers.get(database) ?? connectLike(from)
  askers.set(database, asker)
  const ask = send.bind(await asker)
  // Citus can run statements that it cannot explain with parameters.
  const plan = await ask(`explain (costs off) ${text}`, values).catch(() => undefined)
  const counts = JSON.stringify(plan?.rows ?? []).matchAll(/Task Count: (\d+)/g)
  const shards = Math.max(0, ...Array.from(counts, ([, count]) => Number(count)))
  if (shards < 2) return
  const ids = JSON.stringify(values).match(UUID) ?? []
  const known = await ask('select id from customers where id = any($1)', [ids])
  if (known.rows.length === 1) wide.push({ shards, text })
}

async function connectLike({ host, port, database, user, password }: pg.Client) {
  const client = new pg.Client({ host, port, database, user, password: password ?? undefined })
  // The database may be dropped with its test.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
