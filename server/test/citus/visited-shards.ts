import { afterEach, expect } from 'vitest'
import { watchStatements, wideStatements } from './watch-statements.ts'

/** Statements about many customers, of whom a test may have one. */
const OF_MANY = [
  // Who maps a model costs the events of all; to list their customers makes PostgreSQL read all that these have.
  /from unnest\([^)]*\) as input \(customer_id, event_id\)\s+join uncosted_services/,
  /update usage_events events set\s+usage_cost = input/,
  /delete from uncosted_services services\s+using unnest/,
  // Work of all customers by plan, but of those whose work several subscriptions share.
  /left join unnest\([^)]*\) as contested \(customer_id, agent_id\)/,
  // Those of whom the same is invoiced are added up together.
  /from unnest\([^)]*\) as owner \(key, customer_id\)/,
  // Figures by customer ask for those of a page.
  /from invoice_lines lines\s+join invoices on [^?]*"lines"\."customer_id" = any\(/,
  /from invoices\s+join invoice_taxes taxes on [^?]*"invoices"\."customer_id" = any\(/,
]

// Before the app opens its connections.
watchStatements()

/** Whoever knows the customer asks the shard of the customer alone. While the database of the test is there. */
afterEach(async () => {
  const wide = await wideStatements()
  expect(wide.filter(({ text }) => !OF_MANY.some((of) => of.test(text)))).toEqual([])
})
