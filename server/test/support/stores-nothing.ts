import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

type Pool = TestDatabase['pool']

const TABLES = [
  'customers',
  'agents',
  'signals',
  'usage_events',
  'event_corrections',
  'provisional_outcomes',
  'rejected_usage_records',
  'uncosted_services',
  'usage_rollups',
  'model_rollups',
  'other_cost_days',
  'cost_model_mappings',
  'cost_rates',
  'pricing_plans',
  'pricing_plan_agents',
  'included_signals',
  'pricing_strategies',
  'strategy_prices',
  'subscription_prices',
  'subscriptions',
  'subscription_seats',
  'subscription_changes',
  'invoices',
  'invoice_lines',
  'invoice_discounts',
  'invoice_taxes',
  'customer_credits',
  'coupons',
  'discounts',
  'tax_rates',
  'payments',
  'refunds',
  'emails',
] as const

async function rowCounts(pool: Pool): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await pool.query(`select ${counts.join(', ')}`)
  return rows[0]
}

/** Runs the action and asserts that no table except the audit log gained or lost a row. */
export async function storesNothing<T>(pool: Pool, action: () => Promise<T>): Promise<T> {
  const before = await rowCounts(pool)
  const answer = await action()
  expect(await rowCounts(pool)).toEqual(before)
  return answer
}
