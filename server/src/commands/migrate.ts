import type { Command } from 'commander'
import { withDatabase } from './database.ts'
import { print, readConfig } from './run.ts'

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date (serve does so by itself)')
    .action(async () => {
      await withDatabase(readConfig(), 'migrate', async () => print('the schema is up to date'))
    })
}
