import { Generator, getConfig } from '@tanstack/router-generator'
import type { RouteTree } from './route-trees.ts'

/** Writes the typed route tree of a folder, as the build does. */
export async function writeRouteTree(tree: RouteTree): Promise<void> {
  const root = tree.routesDirectory
  await new Generator({ config: getConfig(tree, root), root }).run()
}
