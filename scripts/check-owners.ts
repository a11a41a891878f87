/** Checks that only its owner writes a table, so that the rules of the table are in one folder. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableWrites } from './table-writes.ts'

/** Tables by folder of server/src; subfolders count too. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  // Always empty: it only makes a transaction commit in two phases (0001_init.sql).
  'platform/database': ['joined_commits'],
  'features/agents': ['agents'],
  'features/audit-log': ['audit_log', 'audit_log_kinds'],
  'features/auth': ['api_keys'],
  'features/catalog': ['catalog_entries', 'catalog_prices', 'cost_model_mappings', 'cost_rates'],
  'features/clock': ['test_clocks'],
  'features/changelog': ['subscription_changes'],
  'features/cost-allocations': ['cost_allocation_months', 'cost_allocations'],
  'features/coupons': ['coupons'],
  'features/control': [
    'budget_alert_mails',
    'budget_alerts',
    'budgets',
    'credit_alerts',
    'guard_decisions',
  ],
  'features/credit-balances': ['credit_grants', 'customer_credits'],
  'features/customers': ['customers'],
  'features/discounts': ['discounts'],
  'features/earning-marks': ['earning_marks', 'earning_sweeps'],
  'features/earnings': [
    'customer_earned_months',
    'customer_invoiced_months',
    'customer_kind_months',
    'earned_months',
    'earning_states',
    'organization_earned_day_totals',
    'organization_earned_days',
    'organization_earned_months',
    'organization_invoiced_days',
  ],
  'features/emails': ['emails'],
  'features/events': ['outcome_rejections', 'rejection_requests'],
  'features/holds': ['control_accounts', 'control_holds'],
  'features/idempotent-requests': ['idempotent_requests'],
  'features/invitations': ['invitations'],
  'features/invoices': [
    'invoice_counters',
    'invoice_discounts',
    'invoice_lines',
    'invoice_promotions',
    'invoice_taxes',
    'invoices',
  ],
  'features/members': ['members'],
  'features/operation': ['job_finishes'],
  'features/organizations': ['organizations'],
  'features/outbox': ['outbox_events', 'outbox_tasks'],
  'features/payments': [
    'auto_top_ups',
    'checkout_sessions',
    'payment_method_detachments',
    'payment_method_setups',
    'payment_methods',
    'payment_notifications',
    'payments',
    'refunds',
  ],
  'features/portal-sessions': ['portal_link_requests', 'portal_sessions'],
  'features/pricing-plans': [
    'included_signals',
    'pricing_plan_agents',
    'pricing_plans',
    'pricing_strategies',
    'strategy_prices',
  ],
  'features/repricing': ['repricing_runs'],
  'features/sessions': ['accounts', 'reset_mails', 'sessions', 'users', 'verifications'],
  'features/setup': ['setup_tokens'],
  'features/signals': ['signals'],
  'features/subscriptions': [
    'subscription_past_terms',
    'subscription_prices',
    'subscription_seats',
    'subscriptions',
  ],
  'features/tax-rates': ['tax_rates'],
  'features/traces': ['attribution_rules', 'trace_records', 'trace_runs', 'trace_spans'],
  'features/webhooks': [
    'announcements',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_notices',
  ],
  'features/usage': [
    'announced_models',
    'announced_prices',
    'closed_sums',
    'customer_days',
    'customer_model_days',
    'customer_model_months',
    'customer_months',
    'event_corrections',
    'model_rollups',
    'organization_days',
    'organization_model_months',
    'organization_models',
    'organization_months',
    'other_cost_days',
    'provisional_outcomes',
    'rejected_usage_records',
    'uncosted_services',
    'usage_days',
    'usage_events',
    'usage_months',
    'usage_rollups',
    'work_model_days',
    'work_model_months',
    'work_model_to_date',
  ],
}

type Exception = { file: string; table: string; reason: string }

/** This list only shrinks: an exception that is no longer needed is an error. */
const EXCEPTIONS: readonly Exception[] = []

/** Files that write any table passed to them. */
const ANY_TABLE = new Map([
  ['platform/backup/restore-backup.ts', 'a restored backup fills all tables as they were'],
  ['features/demo/remove-rows.ts', 'what is made up goes from all tables'],
])

const ROOT = join(import.meta.dirname, '../server/src')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const [, model = ''] = /export interface DB \{([^}]*)\}/.exec(read('platform/db.gen.ts')) ?? []
const tables = new Set(
  [...model.matchAll(/^\s*(\w+):/gm)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ),
)
const owners = new Map(
  Object.entries(OWNERS).flatMap(([folder, owned]) => owned.map((table) => [table, folder])),
)
const unused = new Set<unknown>([...EXCEPTIONS, ...ANY_TABLE.keys()])
const problems = [...registryProblems(), ...sources().flatMap(breaches), ...unusedProblems()]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

function sources(): string[] {
  return globSync('**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|test-support\.ts$|\.gen\.ts$/.test(file),
  )
}

function registryProblems(): string[] {
  const counted = Object.values(OWNERS).flat()
  return [
    ...[...tables]
      .filter((table) => !owners.has(table))
      .map((table) => `${table} has no owner; add it to OWNERS in scripts/check-owners.ts`),
    ...counted
      .filter((table, at) => !tables.has(table) || counted.indexOf(table) !== at)
      .map((table) => `OWNERS: ${table} is no table, or has two owners; take one away`),
  ]
}

function breaches(file: string): string[] {
  const writes = tableWrites(read(file), tables)
  const problems = [...writes.tables]
    .filter((table) => !isOwner(file, table) && !isException(file, table))
    .map((table) => `${file} writes ${table}; call a function of ${owners.get(table)} instead`)
  if (writes.unreadable.length === 0) return problems
  if (ANY_TABLE.has(file)) {
    unused.delete(file)
    return problems
  }
  const hidden = writes.unreadable.map((text) => `${file} "${text}": name the table in place`)
  return [...problems, ...hidden]
}

function isOwner(file: string, table: string): boolean {
  return file.startsWith(`${owners.get(table)}/`)
}

function isException(file: string, table: string): boolean {
  const found = EXCEPTIONS.find((one) => one.file === file && one.table === table)
  unused.delete(found)
  return found !== undefined
}

function unusedProblems(): string[] {
  return [...unused].map((one) => {
    const what = typeof one === 'string' ? one : JSON.stringify(one)
    return `${what} is an exception that is not needed any more; take it out`
  })
}
