import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A customer of any organization, with its number of events and share of all events. */
export type BusyCustomer = { id: string; name: string; events: number; share: number }

/** Returns the customers with the most events since a day, across all organizations. */
export async function findBusiest(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<BusyCustomer[]> {
  const { rows } = await sql<BusyCustomer>`
    with days as materialized (
      select customer_id, sum(event_count) as events from customer_days
      where day >= ${since}::date group by customer_id
    )
    select customers.id, customers.name, days.events::float8 as events,
      (days.events / (select sum(events) from days))::float8 as share
    from days join customers on customers.id = days.customer_id
    order by days.events desc, customers.id limit ${limit}`.execute(db)
  return rows
}
