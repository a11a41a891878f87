import type pg from 'pg'
import { type BusyCustomer, findBusiest } from '../../features/usage/busiest-customers.ts'
import { type Connections, requireMoved } from '../../platform/scale-out/scale-out.ts'
import {
  findNodesOf,
  type NodeShare,
  planMoves,
  readShares,
  type ShardMove,
} from '../../platform/scale-out/shares.ts'
import { CommandError, print } from '../run.ts'
import { tableOf } from '../table.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const CUSTOMERS = 10
const MIB = 1024 * 1024

/**
 * Prints the content of each node, the busiest customers, and recommended moves. Changes nothing.
 */
export async function printStatus({ client, db }: Connections, now: Date): Promise<void> {
  await requireMoved(client)
  const nodes = await readShares(client, { table: 'customer_days', sum: 'event_count' })
  print(tableOf(['NODE', 'SHARDS', 'EVENTS', 'MIB'], nodes.map(rowOfNode)))
  const away = nodes.filter(({ isAway }) => isAway)
  if (away.length > 0) throw new CommandError(awayNote(away))
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString().slice(0, 10)
  const busiest = await findBusiest(db, { since, limit: CUSTOMERS })
  print('')
  print(await busiestTable(client, busiest))
  print('')
  for (const line of advice(nodes, busiest, await planMoves(client))) print(line)
}

function awayNote(away: readonly NodeShare[]): string {
  const names = away.map(({ node }) => node).join(', ')
  return `${names}: no answer. Start it again, or name its standby with citus_update_node. Who is busy and what should move can be told when all nodes answer`
}

function rowOfNode({ node, shards, rows, bytes, isAway }: NodeShare): string[] {
  if (isAway) return [node, String(shards), 'not known', 'not known']
  return [node, String(shards), String(rows), (bytes / MIB).toFixed(1)]
}

async function busiestTable(
  client: pg.ClientBase,
  busiest: readonly BusyCustomer[],
): Promise<string> {
  const nodes = await findNodesOf(
    client,
    'usage_events',
    busiest.map(({ id }) => id),
  )
  const rows = busiest.map(({ id, name, events, share }, at) => {
    return [id, String(events), percent(share), nodes[at] ?? '', name]
  })
  return tableOf(['CUSTOMER', `EVENTS OF ${DAYS} DAYS`, 'SHARE', 'NODE', 'NAME'], rows)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Returns recommendations for the operator, one sentence each. */
export function advice(
  nodes: readonly NodeShare[],
  busiest: readonly BusyCustomer[],
  moves: readonly ShardMove[],
): string[] {
  const holding = nodes.filter(({ shards }) => shards > 0)
  const tooBusy = busiest.filter(({ share }) => holding.length > 1 && share > 1 / holding.length)
  return [
    ...tooBusy.map(
      ({ id, share }) =>
        `${id} has ${percent(share)} of all events, more than one of ${holding.length} nodes should carry. Give it a shard of its own: piecework scale-out isolate ${id}`,
    ),
    ...(moves.length === 0 ? ['The nodes are level; nothing is to move'] : []),
    ...moves.map(
      ({ shards, bytes, from, to }) =>
        `${shards} shards of ${(bytes / MIB).toFixed(1)} MiB together should move from ${from} to ${to}`,
    ),
    ...(moves.length === 0 ? [] : ['Start the moves: select citus_rebalance_start()']),
  ]
}
