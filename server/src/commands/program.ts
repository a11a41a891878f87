import { Command } from 'commander'
import { VERSION } from '../platform/program/version.ts'
import { addBackupCommands } from './backup.ts'
import { addBooksCommands } from './books.ts'
import { addCatalogCommands } from './catalog.ts'
import { addDemoCommand } from './demo.ts'
import { addImportCommands } from './import.ts'
import { addKeyCommands } from './keys.ts'
import { addMigrateCommand } from './migrate.ts'
import { addOrganizationCommands } from './organizations.ts'
import { addScaleOutCommands } from './scale-out.ts'
import { addServeCommand } from './serve.ts'
import { addUserCommands } from './users.ts'
import { addWebhookCommands } from './webhooks.ts'

/** Builds the program with every command. */
export function createProgram(): Command {
  const program = new Command('piecework')
    .description('Billing for the work AI agents do. Settings come from the environment.')
    .version(VERSION)
    .showHelpAfterError('(add --help for the options)')
  addServeCommand(program)
  addMigrateCommand(program)
  addKeyCommands(program)
  addOrganizationCommands(program)
  addUserCommands(program)
  addCatalogCommands(program)
  addImportCommands(program)
  addBackupCommands(program)
  addBooksCommands(program)
  addScaleOutCommands(program)
  addDemoCommand(program)
  addWebhookCommands(program)
  return program
}
