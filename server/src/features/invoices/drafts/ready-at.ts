import { sql } from 'kysely'

/** Drafts that the clock finalizes by itself; the others wait for a person. */
export const WAITS_FOR_CLOCK = sql`invoices.status = 'draft' and invoices.kind = 'subscription'
  and not invoices.is_on_request`

/**
 * From when such a draft is final, in a query that joins its organization: its grace runs from the end of its
 * window, or from the first making where that was later.
 */
export const READY_AT = sql`greatest(invoices.period_end,
    coalesce(invoices.drafted_at, invoices.generated_at))
  + organizations.grace_hours * interval '1 hour'`
