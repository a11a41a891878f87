import type { Command } from 'commander'
import { createOrganization, listOrganizations } from '../features/organizations/service.ts'
import { withDatabase } from './database.ts'
import { nameArgument } from './name-argument.ts'
import { print, readConfig } from './run.ts'
import { tableOf } from './table.ts'

export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('organizations').description('organizations')
  organizations
    .command('create')
    .description('create an organization and print its id; users create adds people to it')
    .argument('<name>', 'shown on invoices and in the dashboard', nameArgument)
    .action(async (name: string) => {
      await withDatabase(readConfig(), 'organizations create', async ({ db }) => {
        print(await createOrganization(db, name, new Date()))
      })
    })
  organizations
    .command('list')
    .description('list the organizations, the oldest first')
    .action(async () => {
      await withDatabase(readConfig(), 'organizations list', async ({ db }) => {
        const rows = (await listOrganizations(db)).map(({ id, slug, name, createdAt }) => [
          id,
          slug,
          createdAt.toISOString(),
          name,
        ])
        print(tableOf(['ID', 'SLUG', 'CREATED', 'NAME'], rows))
      })
    })
}
