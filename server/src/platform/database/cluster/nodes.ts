import type { Ask } from '../ask.ts'

/** The shard of a distributed table that holds the rows of a key. */
export type Shard = { table: string; key: string }

/** A cluster node that holds shards. */
export type Node = { host: string; port: number }

/** Returns the node of a shard; undefined when it is on the coordinator itself. */
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

/**
 * Returns every node that may hold prepared transactions. The coordinator sees its own commits
 * immediately.
 */
export function listNodes(ask: Ask): Promise<Node[]> {
  return ask<Node>(
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive order by 1, 2`,
    [],
  )
}

/** Minimum timeout that Citus accepts. */
const SHORTEST_ASK_MS = 10

/**
 * Returns the single value of a statement that a node runs on its own connection. Returns undefined
 * when the node cannot be reached within the time, or refuses.
 */
export async function askNode(
  ask: Ask,
  { host, port }: Node,
  statement: string,
  withinMs: number,
): Promise<string | undefined> {
  const [answer] = await ask<{ isAnswered: boolean; value: string }>(
    `select success as "isAnswered", result as value
     from set_config('citus.node_connection_timeout', $4, true) as waits,
       master_run_on_worker(array[$1::text], array[$2::int], array[$3], waits is null)`,
    [host, port, statement, String(Math.max(Math.ceil(withinMs), SHORTEST_ASK_MS))],
  )
  return answer?.isAnswered ? answer.value : undefined
}
