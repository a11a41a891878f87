import { sql } from 'kysely'

/** What is added up: `start` is the first day of it. */
export type Source = { organizationId: string; start: string; saving: Saving }

export type Saving = {
  /** Rows of sums are kept where each stands for at least so many; else those are as quick to read. */
  rows: number
  /** Models of a customer are kept of days with at least so many events. */
  events: number
}

const monthEnd = (start: string) => sql`(${start}::date + interval '1 month')::date`

export const daysOfMonth = ({ organizationId, start }: Source) =>
  sql`organization_id = ${organizationId} and day >= ${start}::date and day < ${monthEnd(start)}`

export const bucketsOfDay = ({ organizationId, start }: Source) =>
  sql`organization_id = ${organizationId}
    and bucket >= ${start}::timestamp at time zone 'UTC'
    and bucket < (${start}::date + 1)::timestamp at time zone 'UTC'`
