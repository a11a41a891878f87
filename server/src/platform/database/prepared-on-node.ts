import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** Sends a statement and returns its rows. */
export type Ask = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** The shard of a distributed table that holds the rows of a key. */
export type Shard = { table: string; key: string }

/** One that holds shards, beside the coordinator. */
export type Node = { host: string; port: number }

const PAUSE_MS = 50
/** How long the session that prepared it is left to finish it; then Citus is told to, this often. */
const RECOVER_EVERY_MS = 1_000
/** Much less than a task of the outbox stays with a process; for one that is frozen, too. */
const GIVE_UP_AFTER_MS = 5_000

/** Citus takes no less. */
const SHORTEST_ASK_MS = 10

export const askOf =
  (db: Db): Ask =>
  async <Row>(text: string, values: unknown[]) =>
    (await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, values))).rows

export async function isCitus(ask: Ask): Promise<boolean> {
  return (await ask("select 1 from pg_extension where extname = 'citus'", [])).length === 1
}

/** False on plain PostgreSQL, and for a table that `piecework scale-out` has not moved yet. */
export async function isOnNodes(ask: Ask, table: string): Promise<boolean> {
  if (!(await isCitus(ask))) return false
  const found = await ask(
    `select 1 from pg_dist_partition where logicalrelid = $1::regclass and partmethod = 'h'`,
    [table],
  )
  return found.length === 1
}

/** Undefined when the shard is on the coordinator itself. */
export async function findNodeOf(ask: Ask, { table, key }: Shard): Promise<Node | undefined> {
  const [node] = await ask<Node>(
    `select node.nodename as host, node.nodeport as port
     from pg_dist_placement placement
     join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
     where placement.groupid <> 0
       and placement.shardid = get_shard_id_for_distribution_column($1::regclass, $2::uuid)`,
    [table, key],
  )
  return node
}

/** Every node that may hold something prepared; the coordinator sees its own commits at once. */
export function listNodes(ask: Ask): Promise<Node[]> {
  return ask<Node>(
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive order by 1, 2`,
    [],
  )
}

/**
 * What sessions of the coordinator have prepared on a node and not ended there, by the names that
 * Citus gives: citus_0_<process of the session>_... Undefined when the node does not say within the time.
 */
export async function findPrepared(
  ask: Ask,
  { host, port }: Node,
  withinMs = GIVE_UP_AFTER_MS,
): Promise<string[] | undefined> {
  const [answer] = await ask<{ isAnswered: boolean; names: string }>(
    `select success as "isAnswered", result as names
     from set_config('citus.node_connection_timeout', $4, true) as waits,
       master_run_on_worker(array[$1::text], array[$2::int], array[$3], waits is null)`,
    [
      host,
      port,
      `select coalesce(string_agg(gid, ','), '') from pg_prepared_xacts
       where database = current_database() and gid like 'citus\\_0\\_%'`,
      String(Math.max(Math.ceil(withinMs), SHORTEST_ASK_MS)),
    ],
  )
  if (!answer?.isAnswered) return undefined
  return answer.names.split(',').filter((name) => name !== '')
}

/** Lets Citus end what it prepared on nodes for sessions that are gone. */
export async function endPrepared(ask: Ask): Promise<void> {
  await ask('select recover_prepared_transactions()', [])
}

/**
 * Resolves once a look at a node finds all that the coordinator has committed until now: it commits
 * first, and what the node holds prepared at this moment can be seen there a moment later, or after
 * a crash when Citus has ended it. Throws when that takes five seconds.
 */
export async function untilVisible(
  ask: Ask,
  node: Node,
  end: (ask: Ask) => Promise<void> = endPrepared,
): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  let recoverAt = performance.now() + RECOVER_EVERY_MS
  let awaited: string[] | undefined
  for (;;) {
    const prepared = await findPrepared(ask, node, giveUpAt - performance.now())
    if (prepared) {
      awaited = (awaited ?? prepared).filter((name) => prepared.includes(name))
      if (awaited.length === 0) return
    }
    const now = performance.now()
    if (now > giveUpAt) throw notSaid(node)
    if (now > recoverAt) {
      recoverAt = now + RECOVER_EVERY_MS
      // Who may not do it waits until Citus does it by itself.
      await end(ask).catch(() => undefined)
    }
    await sleep(PAUSE_MS)
  }
}

/** With a code of those by which the database cannot be reached. */
function notSaid({ host, port }: Node): Error {
  const message = `${host}:${port} does not say yet what was committed there`
  return Object.assign(new Error(message), { code: '08006' })
}

/** As `untilVisible`, for the rows of everybody; at once where there are no nodes. */
export async function untilAllVisible(ask: Ask): Promise<void> {
  if (!(await isCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node)
}

/**
 * The same for who holds locks that writers take, too, so that all of theirs shows until the transaction
 * ends. It leaves it to Citus to end what a crash left: telling it would keep others from that.
 */
export async function untilAllVisibleIn(tx: Tx): Promise<void> {
  const ask = askOf(tx)
  if (!(await isCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node, async () => undefined)
}
