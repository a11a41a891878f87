import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the size of the data of the rows before one, in an order of rows. Reads that end at a sum
 * of sizes are bounded in memory. The size is known without reading a text.
 */
export function bytesBefore(order: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce(sum(octet_length(data)) over (
    order by ${order} rows between unbounded preceding and 1 preceding), 0)`
}
