import { sql } from 'kysely'

/** The day or month to add up; `start` is its first day. */
export type Source = { organizationId: string; start: string; saving: Saving }

export type Saving = {
  /**
   * Sums are stored where each row replaces at least this many rows; otherwise they save too
   * little.
   */
  rows: number
  /** Sums by customer and model are stored for days with at least this many events. */
  events: number
}

const monthEnd = (start: string) => sql`(${start}::date + interval '1 month')::date`

export const daysOfMonth = ({ organizationId, start }: Source) =>
  sql`organization_id = ${organizationId} and day >= ${start}::date and day < ${monthEnd(start)}`

export const bucketsOfDay = ({ organizationId, start }: Source) =>
  sql`organization_id = ${organizationId}
    and bucket >= ${start}::timestamp at time zone 'UTC'
    and bucket < (${start}::date + 1)::timestamp at time zone 'UTC'`
