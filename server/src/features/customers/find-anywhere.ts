import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FoundBy } from '../../domain/scoped-id.ts'
import { type Ask, askOf } from '../../platform/database/ask.ts'
import { isOnNodes } from '../../platform/database/cluster/has-citus.ts'
import { askNode, type Node } from '../../platform/database/cluster/nodes.ts'
import { isDatabaseUnreachable } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database.ts'

/** Key of a row in a distributed table: its id, and its customer where known. */
export type NamedRow = FoundBy & { table: string }

/** Query for one row: on the node of the given customer, or on all nodes without a customer. */
export type RowQuery<Row> = (customerId?: string) => Promise<Row | undefined>

/** Time that the query over all nodes may take before each node is queried separately. */
const ALL_NODES_TIMEOUT_MS = 3_000
/** A node that takes longer counts as silent; only one query at a time then waits for it. */
const SILENT_AFTER_MS = 5_000
const SILENT = Symbol('silent')

/**
 * Finds a row by its id. While a node of a cluster is down, a query over all nodes fails or hangs,
 * no matter which node holds the row. Each node is then asked for the row's customer, and the first
 * one that has the row decides where to look. If no node has it and one did not answer, the query
 * fails as the query over all nodes would. In a transaction, or with a known customer, it runs only
 * the query itself.
 */
export async function findAnywhere<Row>(
  db: Db,
  row: NamedRow,
  query: RowQuery<Row>,
): Promise<Row | undefined> {
  // A failed statement would abort the transaction.
  if (row.customerId !== undefined || db.isTransaction) return query(row.customerId)
  const silent = silentNodesOf(db)
  const everywhere = silent.size === 0 ? query() : undefined
  const first = everywhere && (await firstAnswer(everywhere))
  if (first) return first.row
  const ask = askOf(db)
  if (!(await isOnNodes(ask, row.table))) return everywhere ?? query()
  const places = await listPlaces(ask, row)
  forgetOthers(silent, places)
  const answers = places.map((place) => askPlace(ask, place, silent))
  const customerId = await firstCustomer(answers)
  if (customerId !== undefined) return query(customerId)
  if (!(await Promise.all(answers)).includes(undefined)) return undefined
  return everywhere ?? refuse()
}

/**
 * Returns undefined if a node cannot be reached or does not answer in time; rethrows any other
 * error.
 */
async function firstAnswer<Row>(
  everywhere: Promise<Row | undefined>,
): Promise<{ row: Row | undefined } | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, ALL_NODES_TIMEOUT_MS, undefined)
  try {
    return await Promise.race([everywhere.then((row) => ({ row })), late.promise])
  } catch (error) {
    // Reported by the coordinator about a node; a lost connection to the coordinator is rethrown.
    if (error instanceof pg.DatabaseError && isDatabaseUnreachable(error)) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Nodes that did not answer their last query, by name, and whether a query is running now. */
type SilentNodes = Map<string, { isAsked: boolean }>

const silentNodes = new WeakMap<Db, SilentNodes>()

function silentNodesOf(db: Db): SilentNodes {
  const silent = silentNodes.get(db) ?? new Map()
  silentNodes.set(db, silent)
  return silent
}

/** Removes nodes that have left the cluster, so that no query waits for them. */
function forgetOthers(silent: SilentNodes, places: readonly Place[]): void {
  const names = new Set(places.map(nameOf))
  for (const name of silent.keys()) if (!names.has(name)) silent.delete(name)
}

/** A node, and the statement that finds the row's customer in the node's shards. */
type Place = Node & { statement: string }

const nameOf = ({ host, port }: Node) => `${host}:${port}`

function listPlaces(ask: Ask, { table, organizationId, id }: NamedRow): Promise<Place[]> {
  return ask<Place>(
    `select node.nodename as host, node.nodeport as port,
       format('select coalesce(max(customer_id::text), %L) from (%s) as found', '', string_agg(
         format('select customer_id from %s where organization_id = %L and id = %L',
           shard_name(logicalrelid, shardid), $2::uuid, $3::uuid), ' union all ')) as statement
     from pg_dist_shard
     join pg_dist_placement placement using (shardid)
     join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
     where logicalrelid = $1::regclass
     group by node.nodename, node.nodeport`,
    [table, organizationId, id],
  )
}

/** Returns the customer id; '' when the node has no such row, undefined when it does not answer. */
async function askPlace(ask: Ask, place: Place, silent: SilentNodes): Promise<string | undefined> {
  const name = nameOf(place)
  const known = silent.get(name)
  if (known?.isAsked) return undefined
  if (known) known.isAsked = true
  let isSilent = known !== undefined
  try {
    const answer = await Promise.race([
      askNode(ask, place, place.statement, 2 * SILENT_AFTER_MS),
      sleep(SILENT_AFTER_MS, SILENT, { ref: false }),
    ])
    isSilent = answer === SILENT
    return answer === SILENT ? undefined : answer
  } finally {
    if (isSilent) silent.set(name, { isAsked: false })
    else silent.delete(name)
  }
}

async function firstCustomer(
  answers: readonly Promise<string | undefined>[],
): Promise<string | undefined> {
  const customers = answers.map(async (answer) => {
    const customerId = await answer
    if (!customerId) throw new Error('the node does not have the row')
    return customerId
  })
  return Promise.any(customers).catch(() => undefined)
}

function refuse(): never {
  const message = 'a node does not answer, and no other one has the row'
  throw Object.assign(new Error(message), { code: '08006' })
}
