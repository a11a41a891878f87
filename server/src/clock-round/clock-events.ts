import { type RawBuilder, sql } from 'kysely'
import type { TimelineKind } from '../features/clock/timeline-kinds.ts'
import { READY_AT, WAITS_FOR_CLOCK } from '../features/invoices/drafts/ready-at.ts'
import { findNextWaitEnd } from '../features/payments/auto-top-ups/agreements.ts'
import { findNextSettlement } from '../features/usage/settlement/settle.ts'
import type { Db } from '../platform/database.ts'
import { findNextCreditTime } from './grant-queries.ts'

/** Kinds of events that the clock triggers. */
export type DueKind =
  | 'subscription'
  | 'draft'
  | 'overdue'
  | 'top_up'
  | 'collect'
  | 'remind'
  | 'credit'
  | 'settlement'

/** Rows of a table whose date column schedules an event. */
export type ClockEventSource = {
  what: TimelineKind
  table: 'subscriptions' | 'invoices'
  at: RawBuilder<unknown>
  /**
   * A join that the date depends on. Omitted elsewhere, so that an index finds the earliest row.
   */
  joined?: RawBuilder<unknown>
  /** Restricts the rows, independent of their date. */
  where: RawBuilder<unknown>
  /**
   * Restricts the rows that the timeline shows as `what`. The clock also stops at the other rows.
   */
  named?: RawBuilder<unknown>
  /** Excludes rows for which the clock has nothing to do: it stops at them, but nothing is due. */
  due?: RawBuilder<unknown>
}

export const sourceOf = ({ table, joined = sql`` }: ClockEventSource) =>
  sql`${sql.table(table)} ${joined}`

export const ALIVE = sql`subscriptions.deleted_at is null`
const ALL = sql`true`

/**
 * True unless the period that ends next was invoiced early. Its invoice continues the one before, or begins with
 * the subscription, so it covers the whole period; an invoice of some of its days leaves the others to the clock.
 */
const NOT_INVOICED_EARLY = sql`not exists (
  select from invoices early where early.customer_id = subscriptions.customer_id
    and early.subscription_id = subscriptions.id
    and not early.is_superseded and not early.is_final_invoice
    and early.period_end >= subscriptions.next_period_end
    and (early.period_start <= greatest(subscriptions.starts_at, subscriptions.invoiced_from)
      or exists (select from invoices earlier where earlier.customer_id = early.customer_id
        and earlier.subscription_id = early.subscription_id
        and not earlier.is_superseded and not earlier.is_final_invoice
        and earlier.period_end = early.period_start)))`

/**
 * Everything the clock triggers: the stops of a test clock, and the upcoming events of the
 * timeline.
 */
export const CLOCK_EVENTS: readonly (ClockEventSource & {
  kind: Exclude<DueKind, 'credit' | 'settlement'>
})[] = [
  {
    kind: 'subscription',
    what: 'subscription_start',
    table: 'subscriptions',
    at: sql`subscriptions.starts_at`,
    where: ALIVE,
  },
  {
    kind: 'subscription',
    what: 'subscription_end',
    table: 'subscriptions',
    at: sql`subscriptions.ends_at`,
    where: ALIVE,
  },
  {
    kind: 'subscription',
    what: 'invoice_draft',
    table: 'subscriptions',
    at: sql`subscriptions.next_period_end`,
    where: ALIVE,
    // Before the start and after the end, the clock only checks whether there is anything to bill.
    named: sql`subscriptions.next_period_end > subscriptions.starts_at
      and (subscriptions.ends_at is null or subscriptions.next_period_end <= subscriptions.ends_at)`,
    due: NOT_INVOICED_EARLY,
  },
  {
    kind: 'draft',
    what: 'invoice_finalize',
    table: 'invoices',
    at: READY_AT,
    joined: sql`join organizations on organizations.id = invoices.organization_id`,
    where: WAITS_FOR_CLOCK,
  },
  {
    kind: 'overdue',
    what: 'invoice_overdue',
    table: 'invoices',
    at: sql`invoices.due_date`,
    where: sql`invoices.status = 'issued' and invoices.kind <> 'top_up'`,
  },
  {
    kind: 'top_up',
    what: 'invoice_void',
    table: 'invoices',
    at: sql`invoices.due_date`,
    where: sql`invoices.status = 'issued' and invoices.kind = 'top_up'`,
  },
  {
    kind: 'collect',
    what: 'invoice_collect',
    table: 'invoices',
    at: sql`invoices.collect_at`,
    where: ALL,
  },
  {
    kind: 'remind',
    what: 'invoice_remind',
    table: 'invoices',
    at: sql`invoices.remind_at`,
    where: ALL,
  },
]

/**
 * Returns the earliest instant after `after` at which something of the organization becomes due,
 * and the kinds due then. Null when nothing does.
 */
export async function findNextDue(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<NextDue | null> {
  const found = await Promise.all([
    findEarliest(db, { organizationId, after }, () => ALL),
    findNextCreditTime(db, organizationId, after).then(only('credit')),
    findNextWaitEnd(db, organizationId, after).then(only('credit')),
    findNextSettlement(db, organizationId, after).then(only('settlement')),
  ])
  const all = found.filter((one) => one !== null)
  if (all.length === 0) return null
  const at = Math.min(...all.map((one) => one.at.getTime()))
  const next = all.filter((one) => one.at.getTime() === at)
  return { at: new Date(at), kinds: new Set(next.flatMap(({ kinds }) => [...kinds])) }
}

const only =
  (kind: DueKind) =>
  (at: Date | null): NextDue | null =>
    at && { at, kinds: new Set([kind]) }

/** Like `findNextDue`, without the instants at which the clock has nothing to do. */
export async function findNextDueAt(
  db: Db,
  organizationId: string,
  after: Date,
): Promise<Date | null> {
  const next = await findEarliest(db, { organizationId, after }, ({ due = ALL }) => due)
  return next?.at ?? null
}

type NextDue = { at: Date; kinds: ReadonlySet<DueKind> }

async function findEarliest(
  db: Db,
  { organizationId, after }: { organizationId: string; after: Date },
  restrict: (source: ClockEventSource) => RawBuilder<unknown>,
): Promise<NextDue | null> {
  const earliest = CLOCK_EVENTS.map((thing) => {
    const { kind, table, at, where } = thing
    return sql`select ${kind}::text as kind, min(${at}) as due_at from ${sourceOf(thing)}
      where ${sql.table(table)}.organization_id = ${organizationId} and ${where}
        and ${restrict(thing)} and ${at} > ${after}::timestamptz`
  })
  const { rows } = await sql<{ dueAt: Date; kind: DueKind }>`
    with due as (${sql.join(earliest, sql` union all `)})
    select kind, due_at from due where due_at = (select min(due_at) from due)`.execute(db)
  const [first] = rows
  return first ? { at: first.dueAt, kinds: new Set(rows.map(({ kind }) => kind)) } : null
}
