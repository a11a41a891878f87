import type { Tx } from '../../database.ts'
import { type Ask, askOf } from '../ask.ts'
import { hasCitus } from './has-citus.ts'
import { hashUuid } from './hash-uuid.ts'

/** The hashes at which shards of heavy tables begin, in order; empty on plain PostgreSQL. */
export type ShardStarts = readonly number[]

export async function listShardStarts(ask: Ask): Promise<ShardStarts> {
  if (!(await hasCitus(ask))) return []
  const rows = await ask<{ start: number }>(
    `select shardminvalue::int as start from pg_dist_shard
     where logicalrelid = 'joined_commits'::regclass and shardminvalue is not null order by 1`,
    [],
  )
  return rows.map(({ start }) => start)
}

/**
 * Groups items by shard, using the ids by which heavy tables are distributed. On plain PostgreSQL
 * there is one group.
 */
export function groupByShard<T>(
  items: readonly T[],
  placeOf: (item: T) => string,
  starts: ShardStarts,
): T[][] {
  const hashed = items.map((item) => ({ item, hash: hashUuid(placeOf(item)) }))
  const groups = Map.groupBy(hashed, ({ hash }) => starts.findLastIndex((start) => start <= hash))
  const inOrder = [...groups].toSorted(([one], [other]) => one - other)
  return inOrder.map(([, group]) => group.map(({ item }) => item))
}

/**
 * Groups rows so that one statement can lock each group; on a cluster, a group must be on one
 * shard. Every transaction gets the groups in the same order, so that locks of several shards
 * cannot deadlock.
 */
export async function groupsToLock<T>(
  tx: Tx,
  items: readonly T[],
  placeOf: (item: T) => string,
): Promise<T[][]> {
  const isOnOne = new Set(items.map(placeOf)).size === 1
  const starts = isOnOne ? [] : await listShardStarts(askOf(tx))
  return groupByShard(items, placeOf, starts)
}
