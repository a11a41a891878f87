import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/**
 * Asserts that each hold used what the events of its run cost since, and counts those without a cost.
 * For tests in which a run records nothing before its hold.
 */
export async function expectHoldsToAddUp(pool: TestDatabase['pool']): Promise<void> {
  const { rows } = await pool.query(
    `select holds.run_id, holds.used_cost::text, coalesce(events.cost, 0)::text as cost,
       holds.uncosted_event_count, coalesce(events.uncosted, 0) as uncosted
     from control_holds holds
     left join lateral (
       select sum(usage_cost) as cost, count(*) filter (where usage_cost is null)::int as uncosted
       from usage_events
       where customer_id = holds.customer_id and run_id = holds.run_id
     ) events on true
     where holds.used_cost <> coalesce(events.cost, 0)
       or holds.uncosted_event_count <> coalesce(events.uncosted, 0)`,
  )
  expect(rows).toEqual([])
}
