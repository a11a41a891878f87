import { sql } from 'kysely'
import type { TimelineKind } from '../features/clock/timeline-kinds.ts'
import type { TimelineDeps } from '../features/clock/timeline-service.ts'
import type { Db } from '../platform/database.ts'
import {
  ALIVE,
  CLOCK_EVENTS,
  type ClockEventSource,
  findNextDueAt,
  sourceOf,
} from './clock-events.ts'

/**
 * Returns past and upcoming clock events. On the top floor, because it reads the tables of all
 * features below.
 */
export function timelineOf(db: Db): TimelineDeps {
  return {
    listDone: (asked) => listBetween(db, PAST_EVENTS, asked),
    listDue: (asked) => listBetween(db, CLOCK_EVENTS, asked),
    findNextDueAt: (organizationId, after) => findNextDueAt(db, organizationId, after),
  }
}

const BY_CLOCK = sql`invoices.kind = 'subscription'`

/** Past events with a date stored on subscriptions and invoices. */
const PAST_EVENTS: readonly ClockEventSource[] = [
  {
    what: 'subscription_start',
    table: 'subscriptions',
    at: sql`subscriptions.starts_at`,
    where: ALIVE,
  },
  {
    what: 'subscription_end',
    table: 'subscriptions',
    at: sql`subscriptions.ends_at`,
    where: ALIVE,
  },
  {
    what: 'invoice_draft',
    table: 'invoices',
    at: sql`coalesce(invoices.drafted_at, invoices.generated_at)`,
    where: BY_CLOCK,
  },
  {
    what: 'invoice_finalize',
    table: 'invoices',
    at: sql`invoices.finalized_at`,
    where: BY_CLOCK,
  },
  { what: 'invoice_issue', table: 'invoices', at: sql`invoices.issued_at`, where: BY_CLOCK },
  {
    what: 'invoice_overdue',
    table: 'invoices',
    at: sql`invoices.due_date`,
    where: sql`${BY_CLOCK} and invoices.status = 'overdue'`,
  },
  { what: 'invoice_paid', table: 'invoices', at: sql`invoices.paid_at`, where: BY_CLOCK },
  { what: 'invoice_void', table: 'invoices', at: sql`invoices.voided_at`, where: BY_CLOCK },
]

const IDS = {
  subscriptions: sql`subscriptions.id as subscription_id, subscriptions.name as subscription_name,
    null::uuid as invoice_id, null::text as invoice_number`,
  invoices: sql`invoices.subscription_id, null::text as subscription_name,
    invoices.id as invoice_id, invoices.invoice_number`,
} as const

type TimelineRow = {
  at: Date
  kind: TimelineKind
  customerId: string
  customerExternalId: string | null
  customerName: string
  subscriptionId: string | null
  subscriptionName: string | null
  invoiceId: string | null
  invoiceNumber: string | null
}

type Asked = { organizationId: string; after: Date; until: Date; limit: number }

async function listBetween(
  db: Db,
  things: readonly ClockEventSource[],
  { organizationId, after, until, limit }: Asked,
): Promise<TimelineRow[]> {
  const parts = things.map((thing, place) => {
    const { what, table, at, where, named = sql`true`, due = sql`true` } = thing
    const of = sql.table(table)
    return sql`(select ${at} as at, ${what}::text as kind, ${sql.lit(place)} as place,
        customers.id as customer_id, customers.external_id as customer_external_id,
        customers.name as customer_name, ${IDS[table]}
      from ${sourceOf(thing)} join customers on customers.id = ${of}.customer_id
      where ${of}.organization_id = ${organizationId} and customers.organization_id = ${organizationId}
        and ${where} and ${named} and ${due} and ${at} > ${after}::timestamptz and ${at} <= ${until}::timestamptz
      order by ${at}, ${of}.id limit ${limit})`
  })
  const { rows } = await sql<TimelineRow>`
    select at, kind, customer_id, customer_external_id, customer_name, subscription_id,
      subscription_name, invoice_id, invoice_number
    from (${sql.join(parts, sql` union all `)}) as things
    order by at, place, coalesce(invoice_id, subscription_id) limit ${limit}`.execute(db)
  return rows
}
