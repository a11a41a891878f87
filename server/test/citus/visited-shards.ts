import { afterEach, expect } from 'vitest'
import { watchStatements, wideStatements } from './watch-statements.ts'

/** Statements about many customers, of which a test may have only one. */
const OF_MANY = [
  // Mapping a model updates events of all customers. A list of those customers would make
  // PostgreSQL read all their events.
  /from unnest\([^)]*\) as input \(customer_id, event_id\)\s+join uncosted_services/,
  /update usage_events events set\s+usage_cost = input/,
  /delete from uncosted_services services\s+using unnest/,
  // Costs that a mapping makes known change the holds of runs of all customers.
  /as input \(customer_id, usage_date, id, cost, uncosted_events\)\s+join usage_events/,
  // A page of a repricing run has events of all customers.
  /from unnest\([^)]*\) as input \(customer_id, event_id\)\s+join event_corrections/,
  /from event_corrections\s+where run_id = /,
  // A mark names all customers of a transaction, and is on the node of the first one.
  /from earning_marks\s+where organization_id = \S+\s+and (?:customer_ids &&|\S+::uuid = any\(customer_ids\))/,
  // The books compare the holds of a page of customers.
  /from control_holds holds\s+cross join lateral/,
  // Usage of all customers by plan, except usage shared by several subscriptions.
  /left join unnest\([^)]*\) as contested \(customer_id, agent_id\)/,
  // Customers whose subscriptions are billed identically are summed together.
  /from unnest\([^)]*\) as owner \(key, customer_id\)/,
  // Figures by customer read only the customers of one page.
  /from invoice_lines lines\s+join invoices on [^?]*"lines"\."customer_id" = any\(/,
  /from invoices\s+join invoice_taxes taxes on [^?]*"invoices"\."customer_id" = any\(/,
]

// Runs before the app opens its connections.
watchStatements()

/**
 * Asserts that queries for a known customer visit only that customer's shard. Runs while the test's
 * database exists.
 */
afterEach(async () => {
  const wide = await wideStatements()
  expect(wide.filter(({ text }) => !OF_MANY.some((of) => of.test(text)))).toEqual([])
})
