import type { Command } from 'commander'
import { countUnmovedEvents, isMoveOpen } from '../features/usage/move/unmoved-events.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { askOf } from '../platform/database/ask.ts'
import { isOnNodes } from '../platform/database/cluster/has-citus.ts'
import type { Db } from '../platform/database.ts'
import { withAnyDatabase, withDatabase } from './database.ts'
import { CommandError, print, readConfig } from './run.ts'

const MIB = 1024 * 1024

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all data to a file, while the service runs or without it')
    .argument('<file>', 'replaced once the new backup is complete')
    .action(async (file: string) => {
      await withDatabase(readConfig(), 'backup', async ({ db, url }) => {
        await refuseWhileMoving(db)
        const { tables, rows, bytes } = await writeBackup(url, file, new Date())
        print(`${file}: ${tables} tables, ${rows} rows, ${(bytes / MIB).toFixed(1)} MiB`)
      })
    })
  program
    .command('restore')
    .description('fill an empty database with a backup of this or an older version')
    .argument('<file>', 'what backup has written')
    .action(async (file: string) => {
      await withAnyDatabase(readConfig(), 'restore', async ({ url }) => {
        const { tables, rows, createdAt } = await restoreBackup({ url }, file)
        print(`restored ${tables} tables, ${rows} rows, as they were at ${createdAt}`)
      })
    })
}

/**
 * A backup of a cluster reads one table after the other: a record that goes over from one to another
 * meanwhile would be in none. Once the move is over, none begins.
 */
async function refuseWhileMoving(db: Db): Promise<void> {
  if (!(await isMoveOpen(db)) || !(await isOnNodes(askOf(db), 'usage_events'))) return
  const left = await countUnmovedEvents(db)
  throw new CommandError(
    `Events of an older version are still being moved (${left} are left), and a backup of a cluster ` +
      'that is made meanwhile would lack records. The service moves them while it runs: ' +
      'try again when piecework_events_to_move is 0.',
  )
}
