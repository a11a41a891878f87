import type { Command } from 'commander'
import { migrateDatabase, withAnyDatabase } from './database.ts'
import { print, readConfig } from './run.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date (serve does so automatically)')
    .action(async () => {
      await withAnyDatabase(readConfig(), 'migrate', async ({ url }) => {
        await migrateDatabase(url)
        print('the schema is up to date')
      })
    })
}
