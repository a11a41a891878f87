import { sql } from 'kysely'
import type { InvoiceStatus } from '../../domain/invoice-status.ts'
import { contains } from '../../domain/time/range.ts'
import type { Db } from '../../platform/database.ts'
import { ofCustomers } from './billed-until.ts'
import { listBilledAt, type UsedTime } from './candidate-queries.ts'
import { findOwners, type Used, usedTimes } from './owners.ts'

/** An invoice line that bills usage, with its invoice. */
export type UsageLine = {
  invoiceId: string
  invoiceNumber: string
  invoiceStatus: InvoiceStatus
  lineId: string
  type: 'usage' | 'late_usage'
  description: string
  periodStart: Date
  periodEnd: Date
}

type LineRow = UsageLine & {
  subscriptionId: string
  agentId: string
  customerId: string
  signalId: string
  sourceId: string | null
}

/**
 * Returns by event id the lines that bill each event: the line whose range contains it, then the
 * lines that settle this range later. A draft counts until a finalized invoice bills the range.
 * Intended for a page of events: it runs a fixed number of queries.
 */
export async function linesOfEvents(
  db: Db,
  organizationId: string,
  events: readonly Used[],
): Promise<Map<string, UsageLine[]>> {
  if (events.length === 0) return new Map()
  const used = usedTimes(events)
  const [owners, billed, drafts] = await Promise.all([
    findOwners(db, organizationId, events),
    listBilledAt(db, organizationId, used),
    listDraftLines(db, organizationId, used),
  ])
  const sources = new Map(
    events.map((event) => {
      const time = event.usageDate.getTime()
      const isOfEvent = (line: Omit<Used, 'id' | 'usageDate'> & { subscriptionId: string }) =>
        line.customerId === event.customerId &&
        line.agentId === event.agentId &&
        line.signalId === event.signalId &&
        line.subscriptionId === owners.get(event.id)
      const final = billed
        .filter((line) => isOfEvent(line) && contains(line, time))
        .toSorted(
          (a, b) =>
            a.finalizedAt.getTime() - b.finalizedAt.getTime() ||
            (a.invoiceId < b.invoiceId ? -1 : 1),
        )
      const open = drafts.filter(
        (line) =>
          isOfEvent(line) &&
          contains({ start: line.periodStart.getTime(), end: line.periodEnd.getTime() }, time),
      )
      const [first] = final
      return [event.id, first ? [first.lineId] : open.map(({ lineId }) => lineId)]
    }),
  )
  const lines = await listLines(db, used, [...new Set([...sources.values()].flat())])
  return new Map(
    [...sources].map(([eventId, lineIds]) => {
      const own = lines.filter(
        ({ lineId, sourceId }) => lineIds.includes(lineId) || lineIds.includes(sourceId ?? ''),
      )
      return [eventId, own.map(shownLine)]
    }),
  )
}

function shownLine({
  subscriptionId: _1,
  agentId: _2,
  customerId: _3,
  signalId: _4,
  sourceId: _5,
  ...line
}: LineRow): UsageLine {
  return line
}

const COLUMNS = sql`invoices.id as invoice_id, invoices.invoice_number,
  invoices.status as invoice_status, invoices.subscription_id, lines.id as line_id, lines.type,
  lines.description, lines.period_start, lines.period_end, lines.customer_id, lines.agent_id,
  lines.signal_id, lines.source_id`

/** Lists the usage lines of drafts that overlap the times. */
async function listDraftLines(
  db: Db,
  organizationId: string,
  used: readonly UsedTime[],
): Promise<LineRow[]> {
  const first = new Date(Math.min(...used.map((one) => one.first)))
  const last = new Date(Math.max(...used.map((one) => one.last)))
  const { rows } = await sql<LineRow>`
    select ${COLUMNS}
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
      and invoices.status = 'draft' and invoices.organization_id = ${organizationId}
    where ${ofCustomers('lines', used)} and ${ofCustomers('invoices', used)}
      and lines.type = 'usage' and lines.period_start <= ${last}::timestamptz
      and lines.period_end > ${first}::timestamptz
    order by lines.period_start, lines.id`.execute(db)
  return rows
}

/** Lists lines and the lines that settle them, of invoices that are not void. */
async function listLines(
  db: Db,
  customers: readonly { customerId: string }[],
  lineIds: readonly string[],
): Promise<LineRow[]> {
  if (lineIds.length === 0) return []
  const ids = sql`any(${lineIds}::uuid[])`
  const { rows } = await sql<LineRow>`
    select ${COLUMNS}
    from invoice_lines lines
    join invoices on invoices.customer_id = lines.customer_id and invoices.id = lines.invoice_id
      and invoices.status <> 'void'
    where ${ofCustomers('lines', customers)} and ${ofCustomers('invoices', customers)}
      and (lines.id = ${ids} or lines.type = 'late_usage' and lines.source_id = ${ids})
    order by lines.type = 'late_usage', invoices.finalized_at nulls last, invoices.created_at,
      lines.id`.execute(db)
  return rows
}
