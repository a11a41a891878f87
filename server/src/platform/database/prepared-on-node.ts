import { setTimeout as sleep } from 'node:timers/promises'

/** Sends a statement and returns its rows. */
export type Ask = <Row>(text: string, values: unknown[]) => Promise<Row[]>

/** The shard of a distributed table that holds the rows of a key, and its node. */
export type Shard = { table: string; key: string }

const PAUSE_MS = 50
/** For so many pauses the session that prepared it is left to finish it. */
const PATIENT_PAUSES = 5
/** Less than a task of the outbox stays with a process. */
const GIVE_UP_AFTER_MS = 30_000

export async function isCitus(ask: Ask): Promise<boolean> {
  return (await ask("select 1 from pg_extension where extname = 'citus'", [])).length === 1
}

/**
 * What sessions of the coordinator have prepared on the node of a shard and not ended there, by the
 * names that Citus gives: citus_0_<process of the session>_... Undefined while the node does not say.
 */
export async function findPrepared(ask: Ask, { table, key }: Shard): Promise<string[] | undefined> {
  const rows = await ask<{ isAnswered: boolean; names: string }>(FIND_PREPARED, [
    table,
    key,
    `select coalesce(string_agg(gid, ','), '') from pg_prepared_xacts
     where database = current_database() and gid like 'citus\\_0\\_%'`,
  ])
  if (!rows.every(({ isAnswered }) => isAnswered)) return undefined
  return rows.flatMap(({ names }) => names.split(',').filter((name) => name !== ''))
}

/** No row when the shard is on the coordinator itself. */
const FIND_PREPARED = `select asked.success as "isAnswered", asked.result as names
  from pg_dist_placement placement
  join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary',
    master_run_on_worker(array[node.nodename::text], array[node.nodeport], array[$3], false) asked
  where placement.groupid <> 0
    and placement.shardid = get_shard_id_for_distribution_column($1::regclass, $2::uuid)`

/** Lets Citus end what it prepared on nodes for sessions that are gone. */
export async function endPrepared(ask: Ask): Promise<void> {
  await ask('select recover_prepared_transactions()', [])
}

/**
 * Resolves once a look at the rows of the shard finds all that the coordinator has committed until now: it
 * commits first, and what the node holds prepared at this moment can be seen there a moment later, or
 * after a crash when Citus has ended it. Throws when that takes half a minute. Only on Citus.
 */
export async function untilVisible(ask: Ask, shard: Shard): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  let awaited: string[] | undefined
  for (let pauses = 0; ; pauses += 1) {
    const prepared = await findPrepared(ask, shard)
    if (prepared) {
      awaited = (awaited ?? prepared).filter((name) => prepared.includes(name))
      if (awaited.length === 0) return
    }
    if (performance.now() > giveUpAt) {
      throw new Error('a node does not say yet what was committed there')
    }
    if (pauses >= PATIENT_PAUSES) await endPrepared(ask)
    await sleep(PAUSE_MS)
  }
}
