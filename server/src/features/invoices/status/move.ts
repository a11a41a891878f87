import assert from 'node:assert/strict'
import { canMove, type InvoiceStatus } from '../../../domain/invoice-status.ts'
import { decimal } from '../../../domain/money.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Moment } from '../../clock/business-clock.ts'
import type { EventData, EventType } from '../../outbox/event.ts'
import { publishEvents } from '../../outbox/outbox.ts'
import { type Invoice, isTopUp } from '../invoice.ts'
import { findCurrentParties } from '../parties/queries.ts'
import {
  type ManyMoves,
  type MoveValues,
  releaseClaims,
  updateStatus,
  updateStatuses,
} from './queries.ts'
import { markInvoicedTime } from './stale-earnings.ts'

export type InvoiceMove = {
  to: InvoiceStatus
  values?: MoveValues
  /** Data that the event consumers need. */
  data?: EventData
}

/**
 * Moves an invoice locked by `lockInvoice` to a status, or keeps its status and changes only
 * values. Publishes the events of the new status.
 * - Lines that become final, or are final no longer, mark earnings; an advance such as a top-up does not.
 * - When it leaves `draft`, seller, buyer and the rate to USD are copied onto it.
 * - Asserts that the move is allowed; the caller must reject a request for any other move first.
 * - Throws `changed_meanwhile` if another request changed the status first.
 * Only this function and `moveInvoices` change the status.
 */
export async function moveInvoice(
  tx: Tx,
  invoice: Invoice,
  { to, values = {}, data = {} }: InvoiceMove,
  moment: Moment,
): Promise<void> {
  const from = invoice.status
  assert(from === to || canMove(from, to), `an invoice cannot move from ${from} to ${to}`)
  const copies = from === 'draft' && to !== 'draft' ? await copiesOf(tx, invoice) : {}
  const { organizationId, customerId, id } = invoice
  const key = { organizationId, customerId, id }
  const change = { ...key, from, to, values: { ...values, ...copies }, now: moment.now }
  const about = { ...key, data }
  const types = [...eventsOf({ from, to }), ...(isTopUp(invoice) ? topUpEvents(from, to) : [])]
  const events = types.map((type) => ({ type, ...about }))
  const [isMoved] = await Promise.all([
    updateStatus(tx, change),
    publishEvents(tx, events, moment),
    ...(to === 'void' ? [releaseClaims(tx, key)] : []),
    ...(changesEarnings(from, to) && !isTopUp(invoice)
      ? [markInvoicedTime(tx, { ...key, now: moment.now })]
      : []),
  ])
  if (!isMoved) {
    throw new AppError(
      'changed_meanwhile',
      `Invoice ${invoice.invoiceNumber} was changed by a concurrent request; retry`,
    )
  }
}

/**
 * Moves all invoices in status `from` that match the condition, without a prior lock. Returns their
 * keys and publishes their events.
 */
export async function moveInvoices(
  db: Db,
  move: ManyMoves,
  moment: Moment,
): Promise<readonly CustomerScopedId[]> {
  assert(canMove(move.from, move.to), `invoices cannot move from ${move.from} to ${move.to}`)
  assert(!changesEarnings(move.from, move.to), 'such a move marks the time of each invoice')
  return db.transaction().execute(async (tx) => {
    const moved = await updateStatuses(tx, move, moment.now)
    const events = moved.flatMap((key) => eventsOf(move).map((type) => ({ type, ...key })))
    await publishEvents(tx, events, moment)
    return moved
  })
}

/** Whether the lines become final or are final no longer. */
function changesEarnings(from: InvoiceStatus, to: InvoiceStatus): boolean {
  const isFinal = (status: InvoiceStatus) => status !== 'draft' && status !== 'void'
  return isFinal(from) !== isFinal(to)
}

const REACHED: Record<InvoiceStatus, EventType | null> = {
  draft: null,
  pending: null,
  issued: 'invoice.issued',
  overdue: 'invoice.overdue',
  paid: 'invoice.paid',
  void: 'invoice.voided',
  refunded: 'invoice.refunded',
}

/** A draft that is issued immediately is finalized as well. */
function eventsOf({ from, to }: { from: InvoiceStatus; to: InvoiceStatus }): EventType[] {
  if (from === to) return []
  const isFinalized = from === 'draft' && to !== 'void'
  const reached = REACHED[to]
  return [...(isFinalized ? ['invoice.finalized' as const] : []), ...(reached ? [reached] : [])]
}

/** The invoice of a top-up decides its outcome. A refund that the bank returned pays it no second time. */
function topUpEvents(from: InvoiceStatus, to: InvoiceStatus): EventType[] {
  if (to === 'void') return ['top_up.failed']
  return to === 'paid' && from !== 'paid' && from !== 'refunded' ? ['top_up.succeeded'] : []
}

async function copiesOf(tx: Tx, invoice: Invoice) {
  const { seller, buyer } = await findCurrentParties(tx, invoice)
  const usdRate = invoice.currency === 'USD' ? decimal('1') : null
  return { seller: JSON.stringify(seller), buyer: JSON.stringify(buyer), usdRate }
}
