/**
 * Sums that must be equal for each customer even during ingestion: one statement reads one
 * snapshot.
 */
type Balance = { says: string; query: string }

/** Columns that never change after an event is stored. */
export const STANDING_EVENTS = [
  {
    table: 'usage_events',
    time: 'created_at',
    columns: ['customer_id', 'usage_date', 'id', 'agent_id', 'signal_id', 'created_at'],
  },
]

/** Sums of tables that are moved separately: they would differ if a move lost or doubled a row. */
export const MOVED_SUMS: readonly Balance[] = [
  balance(
    'Quarters of an hour equal the events',
    eventSums(),
    sums('usage_rollups', 'event_count'),
  ),
  balance('Days equal the events', eventSums(), sums('usage_days', 'event_count')),
  balance('Days of customers equal the events', eventSums(), sums('customer_days', 'event_count')),
  balance(
    'Costs by model equal the events',
    'select customer_id, 0 as events, coalesce(sum(usage_cost), 0) as cost from usage_events group by 1',
    'select customer_id, 0 as events, sum(cost) as cost from model_rollups group by 1',
  ),
]

function eventSums(): string {
  return `select customer_id, count(*) as events, coalesce(sum(usage_cost), 0) as cost
    from usage_events group by 1`
}

function sums(table: string, count: string): string {
  return `select customer_id, sum(${count}) as events, sum(cost) as cost from ${table} group by 1`
}

/** Builds a query that counts the customers with different sums. */
function balance(says: string, expected: string, actual: string): Balance {
  const query = `select count(*)::text as count
    from (${expected}) expected full join (${actual}) actual using (customer_id)
    where expected.events is distinct from actual.events
      or coalesce(expected.cost, 0) <> coalesce(actual.cost, 0)`
  return { says, query }
}
