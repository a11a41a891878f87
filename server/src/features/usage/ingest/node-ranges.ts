import type { Pool } from 'pg'
import { askBy } from '../../../platform/database/ask.ts'
import { hasCitus } from '../../../platform/database/cluster/has-citus.ts'
import { hashUuid } from '../../../platform/database/cluster/hash-uuid.ts'
import type { Log } from '../../../platform/log.ts'

/** The node of the customers whose hashes are `from` or above, up to the next range. */
export type NodeRange = { from: number; node: string }

export type NodeRanges = {
  /** Returns the latest ranges, in order; at most half a minute old. Empty on plain PostgreSQL. */
  current: () => readonly NodeRange[]
  close: () => void
}

const READ_EVERY_MS = 30_000

const FIND_RANGES = `select shardminvalue::int as from, node.nodename || ':' || node.nodeport as node
  from pg_dist_shard shard
  join pg_dist_placement placement using (shardid)
  join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
  where shard.logicalrelid = 'usage_events'::regclass and shardminvalue is not null
  order by 1`

/**
 * Tracks which node holds the events of which customers. Reloads periodically, because shards can
 * be moved and a plain database can be distributed. A stale result only makes lanes wait for the
 * wrong node.
 */
export async function createNodeRanges(pool: Pool, log: Log): Promise<NodeRanges> {
  let ranges: readonly NodeRange[] = []
  const read = async () => {
    try {
      ranges = await readRanges(pool)
    } catch (error) {
      log.warn({ err: error }, 'the nodes of the database could not be read')
    }
  }
  await read()
  const timer = setInterval(read, READ_EVERY_MS)
  timer.unref()
  return { current: () => ranges, close: () => clearInterval(timer) }
}

async function readRanges(pool: Pool): Promise<NodeRange[]> {
  const ask = askBy(pool)
  return (await hasCitus(ask)) ? ask<NodeRange>(FIND_RANGES, []) : []
}

/** Returns undefined on plain PostgreSQL. */
export function nodeOf(ranges: readonly NodeRange[], customerId: string): string | undefined {
  if (ranges.length === 0) return undefined
  const hash = hashUuid(customerId)
  return ranges.findLast(({ from }) => from <= hash)?.node
}
