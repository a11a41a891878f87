import type { Db } from '../../database.ts'
import { askOf } from '../ask.ts'
import { isOnNodes } from './has-citus.ts'
import { findNodeOf } from './nodes.ts'
import { untilVisible } from './prepared-on-node.ts'

/**
 * Nodes that did not answer, with their error. Tasks that share the map do not query them again.
 */
export type SilentNodes = Map<string, unknown>

/**
 * Returns a function that resolves once the commit of a task is visible on the node of its key;
 * immediately on plain PostgreSQL. The tasks of the batch must already be visible on the
 * coordinator. Each node is awaited once for all its keys, and a node that does not answer fails
 * for all of them.
 */
export function whenVisible(
  db: Db,
  table: string,
  silent: SilentNodes = new Map(),
): (key: string) => Promise<void> {
  const ask = askOf(db)
  let isThere: Promise<boolean> | undefined
  const waits = new Map<string, Promise<void>>()
  return async (key) => {
    isThere ??= isOnNodes(ask, table)
    if (!(await isThere)) return
    const node = await findNodeOf(ask, { table, key })
    if (!node) return
    const name = `${node.host}:${node.port}`
    if (silent.has(name)) throw silent.get(name)
    const wait = waits.get(name) ?? untilVisible(ask, node)
    waits.set(name, wait)
    await wait.catch((error) => {
      silent.set(name, error)
      throw error
    })
  }
}
