import type { Command } from 'commander'
import { migrate } from '../platform/migrate.ts'
import { withAnyDatabase } from './database.ts'
import { print, readConfig } from './run.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date (serve does so by itself)')
    .action(async () => {
      await withAnyDatabase(readConfig(), 'migrate', async ({ db }) => {
        await migrate(db)
        print('the schema is up to date')
      })
    })
}
