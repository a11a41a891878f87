import { runIn, type Statement, type Tx } from '../../platform/database.ts'
import { newIdAt } from '../../platform/id.ts'
import { arrayText } from '../../platform/values/array-text.ts'

/** Days of a customer, both inclusive, as UTC dates such as 2026-03-01. Without days: all of them. */
export type StaleDays = { customerId: string; days?: { first: string; last: string } }

/**
 * Records that the kept earnings of customers no longer follow from the facts of some days. Called in the
 * transaction that changes the facts. Which further days a change affects, such as the rest of a billing
 * period, the refresher determines. One row has the range of the days of all its customers, since recording
 * inserts it with every batch; a refresh of too many days is only slower.
 *
 * `now` must precede the commit: figures are said to be current up to the oldest mark.
 */
export async function markEarnings(
  tx: Tx,
  organizationId: string,
  stale: readonly StaleDays[],
  now: Date,
): Promise<void> {
  const run = runIn(tx)
  for (const statement of markStatements(organizationId, stale, now)) await run(statement)
}

/** The statement of `markEarnings`; none if no customer is given. */
export function markStatements(
  organizationId: string,
  stale: readonly StaleDays[],
  now: Date,
): Statement[] {
  const customerIds = [...new Set(stale.map(({ customerId }) => customerId))]
  const [first] = customerIds
  if (first === undefined) return []
  const days = stale.map((one) => one.days).reduce(mergeDays)
  return [
    {
      name: 'mark-earnings',
      text: `insert into earning_marks (customer_id, id, organization_id, customer_ids, first_day,
          last_day, marked_at)
        values ($1::uuid, $2::uuid, $3::uuid, $4::uuid[], $5::date, $6::date, $7::timestamptz)`,
      values: [
        first,
        newIdAt(now),
        organizationId,
        arrayText(customerIds, (id) => id),
        days?.first ?? '-infinity',
        days?.last ?? 'infinity',
        now,
      ],
    },
  ]
}

/** The range that contains both; undefined is all days. */
function mergeDays(a: StaleDays['days'], b: StaleDays['days']): StaleDays['days'] {
  if (!a || !b) return undefined
  return {
    first: isBefore(a.first, b.first) ? a.first : b.first,
    last: isBefore(a.last, b.last) ? b.last : a.last,
  }
}

const isBefore = (a: string, b: string) => a < b
