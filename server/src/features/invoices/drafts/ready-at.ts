import { sql } from 'kysely'

/**
 * Matches drafts that the billing job finalizes automatically; the others must be sent on request.
 */
export const WAITS_FOR_CLOCK = sql`invoices.status = 'draft' and invoices.kind = 'subscription'
  and not invoices.is_on_request`

/**
 * Time from which such a draft can be finalized; the query must join its organization. The grace
 * period starts at the end of its window, or when it was first drafted if that was later.
 */
export const READY_AT = sql`greatest(invoices.period_end,
    coalesce(invoices.drafted_at, invoices.generated_at))
  + organizations.grace_hours * interval '1 hour'`
