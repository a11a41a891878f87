import type { Command } from 'commander'
import { ALL_CHECKS } from '../features/analytics/reconciliation/reconciliation.ts'
import type { Check } from '../features/books/check.ts'
import { mendEarnings } from '../features/books/mend-earnings.ts'
import { type CheckResult, runChecks } from '../features/books/run-checks.ts'
import { ROLLUP_CHECKS } from '../features/books/usage-checks.ts'
import { resolveOrganization } from '../features/organizations/service.ts'
import { rebuildRollups } from '../features/usage/rebuild-rollups.ts'
import { withDatabase } from './database.ts'
import { CommandError, print, readConfig } from './run.ts'

const NAMED = 1_000
const ORGANIZATION = [
  '--organization <id>',
  'the organization; required when there are several',
] as const

export function addBooksCommands(program: Command): void {
  program
    .command('books')
    .description('check that all figures agree, from events to payments')
    .command('verify')
    .description('compare everything; fails and names each row that differs')
    .option(...ORGANIZATION)
    .action((options) => verify('books verify', ALL_CHECKS, options))
  const rollups = program.command('rollups').description('the sums of events')
  rollups
    .command('verify')
    .description('compare the sums with the events')
    .option(...ORGANIZATION)
    .action((options) => verify('rollups verify', ROLLUP_CHECKS, options))
  rollups
    .command('rebuild')
    .description('rebuild the sums from the events; recording waits until it is done')
    .option(...ORGANIZATION)
    .option('--customer <id>', 'only for this customer')
    .action(rebuild)
}

async function verify(
  command: string,
  checks: readonly Check[],
  options: { organization?: string },
): Promise<void> {
  await withDatabase(readConfig(), command, async ({ db }) => {
    const { id: organizationId } = await resolveOrganization(db, options.organization)
    const everything = { customerId: undefined, window: undefined, limit: NAMED }
    const results = await runChecks(db, { organizationId, checks, ...everything })
    for (const result of results) printResult(result)
    await mendEarnings(db, { organizationId, results, now: new Date() })
    const failed = results.filter(({ differences }) => differences.length > 0)
    if (failed.length > 0) {
      throw new CommandError(`${failed.map(({ name }) => name).join(', ')}: figures differ`)
    }
  })
}

function printResult({ name, compared, differences, hasMore }: CheckResult): void {
  const more = hasMore ? ' or more' : ''
  print(`${name}: compared ${compared}, ${differences.length}${more} differ`)
  for (const { customerId, subject, expected, actual } of differences) {
    print(`  ${customerId ?? 'all customers'} ${subject}: expected ${expected}, found ${actual}`)
  }
}

async function rebuild(options: { organization?: string; customer?: string }): Promise<void> {
  await withDatabase(readConfig(), 'rollups rebuild', async ({ db }) => {
    const { id: organizationId } = await resolveOrganization(db, options.organization)
    const scope = { organizationId, customerId: options.customer }
    const count = await rebuildRollups(db, scope, new Date())
    print(`rebuilt the sums of ${count} customers`)
  })
}
