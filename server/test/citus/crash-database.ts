import { onTestFinished } from 'vitest'
import type { SiteDatabase } from '../crash/site.ts'
import { copyDatabase, firstOf, withDatabase } from '../support/servers.ts'
import { startCluster } from './cluster.ts'
import { prepareNodes } from './nodes.ts'

const NAME = 'crash_test'

/**
 * Creates an empty database on a separate cluster, so that its nodes can be killed without
 * affecting other tests.
 */
export async function givenCrashDatabase(folderOfPrograms: string): Promise<SiteDatabase> {
  const cluster = await startCluster(folderOfPrograms)
  onTestFinished(() => cluster.stop())
  const servers = await prepareNodes(cluster.nodes.map(({ url }) => url))
  await copyDatabase(servers, { name: NAME, template: servers.empty })
  const nodes = cluster.nodes.map(({ dataDir, url }) => ({ dataDir, url: withDatabase(url, NAME) }))
  return { url: firstOf(nodes).url, servers: nodes }
}
