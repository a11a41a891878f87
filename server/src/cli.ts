import { Command } from 'commander'
import { addBackupCommands } from './commands/backup.ts'
import { addCatalogCommands } from './commands/catalog.ts'
import { addImportCommands } from './commands/import.ts'
import { addKeyCommands } from './commands/keys.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addOrganizationCommands } from './commands/organizations.ts'
import { runCommand } from './commands/run.ts'
import { addServeCommand } from './commands/serve.ts'
import { VERSION } from './platform/version.ts'

const program = new Command('piecework')
  .description('Billing for the work AI agents do. Settings come from the environment.')
  .version(VERSION)
  .showHelpAfterError('(add --help for the options)')

addServeCommand(program)
addMigrateCommand(program)
addKeyCommands(program)
addOrganizationCommands(program)
addCatalogCommands(program)
addImportCommands(program)
addBackupCommands(program)

await runCommand(async () => {
  await program.parseAsync()
})
