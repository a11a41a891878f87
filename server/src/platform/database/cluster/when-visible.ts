import type { Db } from '../../database.ts'
import { askOf } from '../ask.ts'
import { isOnNodes } from './has-citus.ts'
import { findNodeOf } from './nodes.ts'
import { untilVisible } from './prepared-on-node.ts'

/** Nodes that did not answer, with the error; tasks that share the map do not ask them again. */
export type SilentNodes = Map<string, unknown>

/**
 * For a handful of tasks that are on the coordinator already: resolves for a key of a distributed table
 * once what was committed with its task can be seen on its node, at once on plain PostgreSQL. A node is
 * waited for once, for all its keys; one that does not say is given up for all of them.
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
