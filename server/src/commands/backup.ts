import type { Command } from 'commander'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { withAnyDatabase, withDatabase } from './database.ts'
import { print, readConfig } from './run.ts'

const MIB = 1024 * 1024

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all data to a file, while the service runs or without it')
    .argument('<file>', 'replaced once the new backup is complete')
    .action(async (file: string) => {
      await withDatabase(readConfig(), 'backup', async ({ url }) => {
        const { tables, rows, bytes } = await writeBackup(url, file, new Date())
        print(`${file}: ${tables} tables, ${rows} rows, ${(bytes / MIB).toFixed(1)} MiB`)
      })
    })
  program
    .command('restore')
    .description('fill an empty database with a backup of this or an older version')
    .argument('<file>', 'a file that backup has written')
    .action(async (file: string) => {
      await withAnyDatabase(readConfig(), 'restore', async ({ url }) => {
        const { tables, rows, createdAt } = await restoreBackup({ url }, file)
        print(`restored ${tables} tables, ${rows} rows, as they were at ${createdAt}`)
      })
    })
}
