import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROUTE_TREES } from '../../web/build/route-trees.ts'
import { writeRouteTree } from '../../web/build/write-route-tree.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Returns the generated route trees of the pages, by path from the root; restores the files on
 * disk.
 */
export async function routeTrees(): Promise<Record<string, string>> {
  const fresh: Record<string, string> = {}
  for (const tree of ROUTE_TREES) {
    const path = tree.generatedRouteTree
    const old = await readFile(path, 'utf8').catch(() => '')
    await writeRouteTree(tree)
    fresh[relative(ROOT, path)] = await readFile(path, 'utf8')
    await writeFile(path, old)
  }
  return fresh
}
