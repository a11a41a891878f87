import type { TestProject } from 'vitest/node'
import { TEMPLATE } from '../support/database.ts'
import { makeTemplate } from '../support/global-setup.ts'
import { closeDatabase } from '../support/servers.ts'
import { startCluster } from './cluster.ts'
import { prepareNodes } from './nodes.ts'

const HOW_TO_GET_ONE = `These tests need PostgreSQL with Citus, and neither CITUS_NODES nor CITUS_PROGRAMS is set.
- With Docker: docker compose -f compose.citus.yaml up -d --wait, and then CITUS_NODES as that file says.
- Or build Citus from its source (CONTRIBUTING.md), and set CITUS_PROGRAMS to the folder of the
  programs of its PostgreSQL, such as /usr/lib/postgresql/15/bin: the tests run nodes of their own.`

/**
 * Starts a coordinator and two workers for the whole run, each with a migrated template that every
 * test file copies. CITUS_NODES selects running nodes instead: comma-separated addresses, the
 * coordinator first, under which they must reach each other.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { urls, stop } = await findNodes()
  const servers = await prepareNodes(urls)
  // Without the test rules: Citus supports no triggers on distributed tables.
  await makeTemplate(servers)
  await closeDatabase(servers, TEMPLATE)
  project.provide('servers', servers)
  return stop
}

async function findNodes() {
  const { CITUS_NODES, CITUS_PROGRAMS } = process.env
  if (CITUS_NODES) return { urls: CITUS_NODES.split(','), stop: async () => undefined }
  if (!CITUS_PROGRAMS) throw new Error(HOW_TO_GET_ONE)
  const { nodes, stop } = await startCluster(CITUS_PROGRAMS)
  return { urls: nodes.map(({ url }) => url), stop }
}
