import pg from 'pg'
import { OperatorError } from '../program/operator-error.ts'

/** Rows with one key in a distributed table; `owners` is the table whose `id` is that key. */
export type Key = { table: string; owners: string; id: string }

/** The statement that isolates a key in its own shard, and its node before and after. */
export type Isolation = { from: string; to: string; statement: string }

/** The shard of a key with its range of hashes, and the hash of the key. */
type Found = { shard: string; lowest: number; highest: number; hash: number; node: string }

/**
 * Plans how a key gets its own shard during writes. All parts of its shard move to another node:
 * the given one, or the one with the least data. A part that stays on its node would temporarily
 * lack a primary key, and Citus blocks permanently when a row is updated in that moment
 * (https://github.com/citusdata/citus/issues/6790). Returns undefined when the key already has its
 * own shard.
 */
export async function planIsolation(
  client: pg.ClientBase,
  key: Key,
  to: string | undefined,
): Promise<Isolation | undefined> {
  const { shard, lowest, highest, hash, node } = await findShard(client, key)
  if (lowest === highest) return undefined
  const target = await findTarget(client, node, to)
  const before = hash > lowest ? [hash - 1] : []
  const its = hash < highest ? [hash] : []
  const ends = [...before, ...its]
  const points = ends.map((end) => `'${end}'`).join(', ')
  const nodes = [...ends, highest].map(() => target.id).join(', ')
  return {
    from: node,
    to: target.name,
    statement: `select citus_split_shard_by_split_points(${shard}, array[${points}], array[${nodes}], 'force_logical')`,
  }
}

async function findShard(client: pg.ClientBase, { table, owners, id }: Key): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select shard.shardid::text as shard, shardminvalue::int as lowest,
       shardmaxvalue::int as highest, worker_hash(owner.id) as hash,
       nodename || ':' || nodeport as node
     from public.${pg.escapeIdentifier(owners)} owner
     join pg_dist_shard shard
       on shard.shardid = get_shard_id_for_distribution_column($1::regclass, owner.id)
     join pg_dist_placement placement on placement.shardid = shard.shardid
     join pg_dist_node node on node.groupid = placement.groupid and noderole = 'primary'
     where owner.id::text = lower($2)`,
    [`public.${table}`, id],
  )
  const [found] = rows
  if (!found) throw new OperatorError(`${id} is not among the ${owners}`)
  return found
}

type Target = { id: number; name: string }

async function findTarget(
  client: pg.ClientBase,
  from: string,
  to: string | undefined,
): Promise<Target> {
  const { rows } = await client.query<Target>(
    `select nodeid as id, node.nodename || ':' || node.nodeport as name
     from pg_dist_node node left join citus_shards using (nodename, nodeport)
     where noderole = 'primary' and isactive and shouldhaveshards
     group by nodeid order by coalesce(sum(shard_size), 0), nodeid`,
  )
  const others = rows.filter(({ name }) => name !== from)
  const found = to === undefined ? others[0] : others.find(({ name }) => name === to)
  if (found) return found
  throw new OperatorError(
    others.length > 0
      ? `Its shard is on ${from}; --to names another node that takes shards: ${others.map(({ name }) => name).join(', ')}`
      : `Its shard is on ${from}, and no other node takes shards: add one first`,
  )
}
