import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../database.ts'
import { type Ask, askOf } from '../ask.ts'
import { hasCitus } from './has-citus.ts'
import { askNode, listNodes, type Node } from './nodes.ts'

const PAUSE_MS = 50
/** How long the session that prepared it is left to finish it; then Citus is told to, this often. */
const RECOVER_EVERY_MS = 1_000
/** Much less than a task of the outbox stays with a process; for one that is frozen, too. */
const GIVE_UP_AFTER_MS = 5_000

/**
 * What sessions of the coordinator have prepared on a node and not ended there, by the names that
 * Citus gives: citus_0_<process of the session>_... Undefined when the node does not say within the time.
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

/** Like `untilVisible`, for the rows of all customers. Resolves at once on plain PostgreSQL. */
export async function untilAllVisible(ask: Ask): Promise<void> {
  if (!(await hasCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node)
}

/**
 * The same for who holds locks that writers take, too, so that all of theirs shows until the transaction
 * ends. It leaves it to Citus to end what a crash left: telling it would keep others from that.
 */
export async function untilAllVisibleIn(tx: Tx): Promise<void> {
  const ask = askOf(tx)
  if (!(await hasCitus(ask))) return
  for (const node of await listNodes(ask)) await untilVisible(ask, node, async () => undefined)
}
