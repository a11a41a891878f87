import type pg from 'pg'

/**
 * Content of a node: its shards of distributed tables, its counted rows, and the size of everything
 * in bytes.
 */
export type NodeShare = {
  node: string
  shards: number
  rows: number
  bytes: number
  /** True when it did not respond: its rows and bytes are unknown. */
  isAway: boolean
}

/** A move that the cluster recommends to balance two nodes, with the shards of all tables. */
export type ShardMove = { shards: number; bytes: number; from: string; to: string }

/**
 * The column to sum over each shard of a table, such as `{ table: 'days', sum: 'event_count' }`.
 */
export type CountedBy = { table: string; sum: string }

/** Returns the content of each node that holds shards. */
export async function readShares(
  client: pg.ClientBase,
  { table, sum }: CountedBy,
): Promise<NodeShare[]> {
  const { rows } = await client.query<NodeShare>(
    `with counted as (
       select shardid, success, case when success then result::numeric end as rows
       from run_command_on_shards($1, 'select coalesce(sum(${sum}), 0) from %s')
     )
     select nodename || ':' || nodeport as node,
       count(*) filter (where citus_table_type = 'distributed')::int as shards,
       coalesce(sum(counted.rows), 0)::float8 as rows,
       coalesce(sum(shard_size), 0)::float8 as bytes,
       coalesce(bool_or(not counted.success), false) as "isAway"
     from citus_shards left join counted using (shardid)
     group by 1 order by 1`,
    [`public.${table}`],
  )
  return rows
}

export async function planMoves(client: pg.ClientBase): Promise<ShardMove[]> {
  const { rows } = await client.query<ShardMove>(
    `select count(*)::int as shards, coalesce(sum(shard.shard_size), 0)::float8 as bytes,
       sourcename || ':' || sourceport as from, targetname || ':' || targetport as to
     from get_rebalance_table_shards_plan() left join citus_shards shard using (shardid)
     group by 3, 4 order by 3, 4`,
  )
  return rows
}

/** Returns the node of each key's rows, in the order of the keys. */
export async function findNodesOf(
  client: pg.ClientBase,
  table: string,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    `select shard.nodename || ':' || shard.nodeport as node
     from unnest($2::uuid[]) with ordinality as given (key, position)
     join citus_shards shard
       on shard.shardid = get_shard_id_for_distribution_column($1::regclass, given.key)
     order by position`,
    [`public.${table}`, keys],
  )
  return rows.map(({ node }) => node)
}
