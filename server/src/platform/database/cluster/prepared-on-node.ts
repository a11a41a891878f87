import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../database.ts'
import { type Ask, askOf } from '../ask.ts'
import { hasCitus } from './has-citus.ts'
import { askNode, listNodes, type Node } from './nodes.ts'

const PAUSE_MS = 50
/**
 * Time for the preparing session to finish; afterwards Citus is asked to recover, at this interval.
 */
const RECOVER_EVERY_MS = 1_000
/** Much shorter than the time a process holds an outbox task, even if the process freezes. */
const GIVE_UP_AFTER_MS = 5_000

/**
 * Returns the names of the transactions that coordinator sessions prepared on a node and have not
 * finished. Citus names them citus_0_<process of the session>_... Returns undefined when the node
 * does not answer in time.
 */
export async function findPrepared(
  ask: Ask,
  node: Node,
  withinMs = GIVE_UP_AFTER_MS,
): Promise<string[] | undefined> {
  const names = await askNode(
    ask,
    node,
    `select coalesce(string_agg(gid, ','), '') from pg_prepared_xacts
     where database = current_database() and gid like 'citus\\_0\\_%'`,
    withinMs,
  )
  return names?.split(',').filter((name) => name !== '')
}

/** Makes Citus finish the transactions that it prepared on nodes for sessions that are gone. */
export async function endPrepared(ask: Ask): Promise<void> {
  await ask('select recover_prepared_transactions()', [])
}

/**
 * Resolves once reads on a node see everything that the coordinator has committed until now. The
 * coordinator commits first. Transactions prepared on the node at this moment become visible
 * shortly afterwards, or after a crash once Citus has recovered them. Throws when that takes five
 * seconds.
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
      // Without the right to recover, it waits until Citus recovers automatically.
      await end(ask).catch(() => undefined)
    }
    await sleep(PAUSE_MS)
  }
}

/** Uses an error code of an unreachable database. */
function notSaid({ host, port }: Node): Error {
  const message = `${host}:${port} does not say yet what was committed there`
  return Object.assign(new Error(message), { code: '08006' })
}

/** Like `untilVisible`, for all nodes. Resolves immediately on plain PostgreSQL. */
export async function untilAllVisible(ask: Ask): Promise<void> {
  if (!(await hasCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node)
}

/**
 * Like `untilAllVisible`, for a transaction that holds locks which writers take too: all their
 * writes stay visible until it ends. It does not start recovery after a crash, because that would
 * block recovery by other sessions.
 */
export async function untilAllVisibleIn(tx: Tx): Promise<void> {
  const ask = askOf(tx)
  if (!(await hasCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node, async () => undefined)
}
