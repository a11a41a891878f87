import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { clusterDirectory } from '../../src/embedded-postgres/cluster/cluster.ts'
import { cleanUpOnExit } from '../support/clean-up-on-exit.ts'
import { eventually } from '../support/waiting.ts'
import {
  archiveOf,
  type Cluster,
  type Node,
  programsIn,
  runAsOwner,
  SETTINGS,
  startNode,
} from './cluster.ts'

/** Base backups of an archiving cluster's nodes, stored next to their files. */
export type Backups = { folderOfPrograms: string; nodes: readonly Node[]; folder: string }

const copyOf = ({ folder }: Backups, { name }: Node) => join(folder, `restored-${name}`)

/** Copies the files of each node, sequentially, while they are written. */
export async function backUpNodes(cluster: Cluster, folderOfPrograms: string): Promise<Backups> {
  const { nodes, folder } = cluster
  const backups = { folderOfPrograms, nodes, folder }
  for (const node of nodes) {
    const dataDir = copyOf(backups, node)
    await mkdir(dataDir)
    await runAsOwner(
      dataDir,
      programsIn(folderOfPrograms),
      join(folderOfPrograms, 'pg_basebackup'),
      [
        ...['--dbname', node.url, '--pgdata', clusterDirectory(dataDir)],
        ...['--wal-method=stream', '--checkpoint=fast', '--no-sync'],
      ],
    )
  }
  return backups
}

/** Waits until everything that a node has written so far is archived. */
export function untilArchived({ url }: Node): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as file')
    await eventually(async () => {
      const archived = await client.query(
        'select last_archived_wal >= $1 as "isThere" from pg_stat_archiver',
        [rows[0].file],
      )
      if (!archived.rows[0].isThere) throw new Error(`${url} has not archived ${rows[0].file}`)
    })
  })
}

/** Waits until a node has reached its restore point and accepts writes. */
function untilPromoted({ url }: Node): Promise<void> {
  return withClient(url, (client) =>
    eventually(async () => {
      const { rows } = await client.query('select pg_is_in_recovery() as "isRecovering"')
      if (rows[0].isRecovering) throw new Error(`${url} is still being restored`)
    }),
  )
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Starts the backups of all nodes at a restore point and at new addresses, the coordinator last.
 */
export async function restoreNodes(backups: Backups, point: string): Promise<Cluster> {
  const { folderOfPrograms, nodes, folder } = backups
  const restored: Node[] = []
  for (const node of nodes.toReversed()) {
    const dataDir = copyOf(backups, node)
    cleanUpOnExit({ dataDir })
    await writeFile(join(clusterDirectory(dataDir), 'recovery.signal'), '')
    restored.unshift(
      await startNode(dataDir, {
        name: node.name,
        programs: programsIn(folderOfPrograms),
        password: decodeURIComponent(new URL(node.url).password),
        settings: {
          ...SETTINGS,
          restore_command: `cp ${archiveOf(node.dataDir)}/%f %p`,
          recovery_target_name: point,
          recovery_target_action: 'promote',
        },
      }),
    )
  }
  await Promise.all(restored.map(untilPromoted))
  const stop = async () => {
    await Promise.all(restored.map((node) => node.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  return { nodes: restored, folder, stop }
}
