import { sql } from 'kysely'

/**
 * Matches drafts that the billing job finalizes automatically; the others must be sent on request.
 */
export const WAITS_FOR_CLOCK = sql`invoices.status = 'draft' and invoices.kind = 'subscription'
  and not invoices.is_on_request`

/**
 * Time from which such a draft can be finalized; the query must join its organization. The grace
 * period starts at the end of its window, or when it was first drafted if that was later. Fees in
 * advance do not wait for the end of their period.
 */
export const READY_AT = sql`greatest(
    case when invoices.is_advance_only then invoices.period_start else invoices.period_end end,
    coalesce(invoices.drafted_at, invoices.generated_at))
  + organizations.grace_hours * interval '1 hour'`
