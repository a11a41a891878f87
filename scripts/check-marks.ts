/** Checks that a file that writes facts from which earnings follow marks the earnings as stale. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableWrites } from './table-writes.ts'

/** Tables of facts; customers count for their time zone. Triggers of the tests check the columns. */
const FACTS = new Set([
  'customers',
  'included_signals',
  'invoice_lines',
  'invoices',
  'pricing_strategies',
  'strategy_prices',
  'subscription_past_terms',
  'subscription_prices',
  'subscription_seats',
  'subscriptions',
  'usage_days',
])

/** Files that write these tables without a mark, and why. This list only shrinks. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'features/customers/provisioning-queries.ts': 'a new customer has no earnings',
  'features/customers/queries.ts': 'customers/update.ts marks a changed time zone',
  'features/customers/unassigned.ts': 'a new customer has no earnings',
  'features/invoices/collection.ts': 'earnings do not depend on how an invoice is collected',
  'features/invoices/drafts/queries.ts': 'earnings do not depend on drafts',
  'features/invoices/status/overdue.ts': 'an overdue invoice stays final',
  'features/invoices/status/queries.ts': 'invoices/status/move.ts marks the invoiced time',
  'features/pricing-plans/included-queries.ts': 'pricing-plans/included-signals.ts marks the plan',
  'features/pricing-plans/strategies/price-queries.ts':
    'pricing-plans/prices and strategies/service.ts mark the plan',
  'features/pricing-plans/strategies/queries.ts':
    'pricing-plans/strategies/service.ts marks the plan',
  'features/subscriptions/own-prices/queries.ts':
    'subscriptions/own-prices/service.ts marks the customer',
  'features/subscriptions/periods/next-period-end.ts':
    'the next invoice date follows from the terms',
  'features/subscriptions/periods/past-schedules.ts':
    'its callers change the subscription, which marks',
  'features/subscriptions/seats/queries.ts': 'its callers mark the customer',
  'features/subscriptions/status/queries.ts': 'the status follows from the dates',
}

const MARKS = /\b(?:markEarnings|markStatements|markPlan|markInvoicedTime)\(/
const ROOT = join(import.meta.dirname, '../server/src')
const unneeded = new Set(Object.keys(EXCEPTIONS))
const problems: string[] = []
for (const file of globSync('features/**/*.ts', { cwd: ROOT })) {
  if (/\.test\.ts$|test-support\.ts$/.test(file)) continue
  const source = readFileSync(join(ROOT, file), 'utf8')
  const { tables } = tableWrites(source, FACTS)
  if (tables.size === 0 || MARKS.test(source)) continue
  if (!unneeded.delete(file)) {
    problems.push(`${file} writes ${[...tables].join(', ')}; call markEarnings in its transaction`)
  }
}
for (const file of unneeded) problems.push(`${file} is an exception that is not needed any more`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
