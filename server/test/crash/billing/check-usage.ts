import type pg from 'pg'
import { expectRollupsToMatchEvents } from '../../support/invariants.ts'

const WAITS = `i.status = 'draft' and i.is_on_request`

/**
 * Each usage line of a live invoice with the quantity billed for its window and the quantity used
 * in it.
 */
const BILLED = `
  with adjustments as (
    select l.customer_id, l.source_id, sum(l.quantity) as quantity, sum(l.event_count) as event_count
      from invoice_lines l
      join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
     where l.type = 'late_usage' and i.status <> 'void'
     group by l.customer_id, l.source_id
  )
  select i.subscription_id as "subscriptionId", i.invoice_number as "invoiceNumber", i.status,
         ${WAITS} as "isWaiting",
         l.signal_name as signal, l.period_start as start, l.period_end as "end",
         l.quantity + coalesce(a.quantity, 0) as billed,
         l.event_count + coalesce(a.event_count, 0) as "billedEvents",
         (select coalesce(sum(r.quantity), 0) from usage_rollups r
           where r.customer_id = l.customer_id and r.agent_id = l.agent_id
             and r.signal_id = l.signal_id and r.bucket >= l.period_start
             and r.bucket < l.period_end) as used,
         (select coalesce(sum(r.event_count), 0) from usage_rollups r
           where r.customer_id = l.customer_id and r.agent_id = l.agent_id
             and r.signal_id = l.signal_id and r.bucket >= l.period_start
             and r.bucket < l.period_end) as "usedEvents"
    from invoice_lines l
    join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
    left join adjustments a on a.customer_id = l.customer_id and a.source_id = l.id
   where l.type = 'usage' and i.status <> 'void'`

/** This load never reverses usage, so no invoice may credit late units. */
const GIVEN_BACK = `
  select i.subscription_id as "subscriptionId", i.invoice_number as "invoiceNumber", i.status,
         l.signal_name as signal, l.quantity, l.event_count as events, l.source_id as source
    from invoice_lines l
    join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
   where l.type = 'late_usage' and i.status <> 'void' and (l.quantity < 0 or l.event_count < 0)`

type Billed = {
  subscriptionId: string
  /** A draft that must be sent manually, and is recomputed only then. */
  isWaiting: boolean
  billed: string
  used: string
  billedEvents: string
  usedEvents: string
}

/**
 * Compares billed quantities with the usage in the invoices' windows, late usage included. They
 * must be equal for subscriptions with an up-to-date invoice. For the others, no more may be billed
 * than was used.
 */
export async function checkUsage(pool: pg.Pool, upToDate: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<Billed>(BILLED)
  const problems = rows
    .filter(({ subscriptionId, isWaiting, ...line }) =>
      upToDate.has(subscriptionId) && !isWaiting
        ? !isEqual(line)
        : Number(line.billed) > Number(line.used),
    )
    .map((line) => `billed is not what was used: ${JSON.stringify(line)}`)
  const givenBack = await pool.query(GIVEN_BACK)
  for (const line of givenBack.rows) {
    problems.push(`late usage is given back: ${JSON.stringify(line)}`)
  }
  try {
    await expectRollupsToMatchEvents(pool)
  } catch (error) {
    problems.push(`the rollups do not equal the events: ${String(error)}`)
  }
  return problems
}

function isEqual({
  billed,
  used,
  billedEvents,
  usedEvents,
}: Omit<Billed, 'subscriptionId' | 'isWaiting'>) {
  return Number(billed) === Number(used) && Number(billedEvents) === Number(usedEvents)
}
