import { runIn, type Statement, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import { arrayText } from '../../platform/values/array-text.ts'

/** Days of a customer, both inclusive, as UTC dates such as 2026-03-01. Without days: all of them. */
export type StaleDays = { customerId: string; days?: { first: string; last: string } }

/**
 * Records that the kept earnings of customers no longer follow from the facts of some days. Called in the
 * transaction that changes the facts. Which further days a change affects, such as the rest of a billing
 * period, the refresher determines.
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
  const customers = mergeByCustomer(stale)
  const [first] = customers
  if (!first) return []
  return [
    {
      name: 'mark-earnings',
      text: `insert into earning_marks (customer_id, id, organization_id, customer_ids, first_days,
          last_days, marked_at)
        values ($1::uuid, $2::uuid, $3::uuid, $4::uuid[], $5::date[], $6::date[], $7::timestamptz)`,
      values: [
        first.customerId,
        newId(),
        organizationId,
        arrayText(customers, ({ customerId }) => customerId),
        arrayText(customers, ({ days }) => days?.first ?? '-infinity'),
        arrayText(customers, ({ days }) => days?.last ?? 'infinity'),
        now,
      ],
    },
  ]
}

/** One entry for each customer, with the range that contains all its days. */
function mergeByCustomer(stale: readonly StaleDays[]): StaleDays[] {
  const merged = new Map<string, StaleDays>()
  for (const one of stale) {
    const known = merged.get(one.customerId)
    merged.set(one.customerId, known ? mergeDays(known, one) : one)
  }
  return [...merged.values()]
}

function mergeDays({ customerId, days: a }: StaleDays, { days: b }: StaleDays): StaleDays {
  if (!a || !b) return { customerId }
  const first = isBefore(a.first, b.first) ? a.first : b.first
  const last = isBefore(a.last, b.last) ? b.last : a.last
  return { customerId, days: { first, last } }
}

const isBefore = (a: string, b: string) => a < b
