import { type SeatsFrom, seatsOn } from '../../domain/prices/seats.ts'
import type { CustomerScopedId } from '../../domain/scoped-id.ts'
import { dateAt, instantOf, lastDayBefore, localDate, spanText } from '../../domain/time/dates.ts'
import { countDays, startOfDay } from '../../domain/time/period.ts'
import { intersect, type Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { type Command, lockForChange } from './change/lock-for-change.ts'
import { storeChange } from './change/store-change.ts'
import { listInvoicesWithin } from './periods/invoiced-queries.ts'
import { upsertSeats } from './seats/queries.ts'
import type { SeatsCreate } from './terms/seats-fields.ts'
import type { Subscription } from './terms/subscription.ts'

/** A change of seats, with the customer of the subscription. */
export type SeatsCommand = Omit<Command, 'key'> & { key: CustomerScopedId; body: SeatsCreate }

/** A stored change, and the time whose seats it determines: until the next change. */
export type ChangedSeats = { subscription: Subscription; from: string; time: Range }

/**
 * Changes the number of seats from a day on, in the caller's transaction. A second change of one day
 * replaces the first. Throws `period_invoiced` if a final invoice has billed a day whose seats would
 * change. Changelog, event and mark of kept earnings are written unless the number is the same.
 */
export async function changeSeatsIn(
  tx: Tx,
  { key, actor, body, expected }: SeatsCommand,
  moment: Moment,
): Promise<ChangedSeats> {
  const { subscription } = await lockForChange(tx, key, moment, expected)
  const from = firstDayOf(subscription, body.from, moment.businessNow)
  const time = timeFrom(subscription, from)
  await refuseInvoicedDays(tx, subscription, { from, time })
  const before = seatsOn(subscription.seats, from)
  const isSame = before.from === from && before.count === body.seatsCount
  if (!isSame) await store(tx, { subscription, actor, from, before, body }, moment)
  return { subscription, from, time }
}

/** Returns the day of a change, or today. Throws `inconsistent` for a day outside the lifetime. */
function firstDayOf(
  { startDate, startsAt, endsAt, timeZone }: Subscription,
  sent: string | undefined,
  businessNow: Date,
): string {
  const from = sent ?? localDate(businessNow > startsAt ? businessNow : startsAt, timeZone)
  if (from < startDate) {
    throw new AppError(
      'inconsistent',
      `The subscription starts on ${startDate}: send that day or a later one`,
      { param: 'from' },
    )
  }
  if (endsAt !== null && dateAt(startOfDay(Temporal.PlainDate.from(from), timeZone)) >= endsAt) {
    const last = lastDayBefore(endsAt, timeZone)
    throw new AppError(
      'inconsistent',
      `The subscription ends on ${last}, before ${from}: send an earlier day`,
      { param: 'from' },
    )
  }
  return from
}

/** Returns the time from a day until the next change of seats, within the lifetime. */
function timeFrom({ seats, endsAt, timeZone }: Subscription, from: string): Range {
  const next = seats.find((one) => one.from !== null && one.from > from)?.from
  const startOf = (day: string) => startOfDay(Temporal.PlainDate.from(day), timeZone)
  const ends = [...(next == null ? [] : [startOf(next)]), ...(endsAt ? [instantOf(endsAt)] : [])]
  const end = ends.toSorted(Temporal.Instant.compare)[0] ?? FOREVER
  return { start: startOf(from), end }
}

const FOREVER = Temporal.Instant.from('9999-12-31T00:00Z')

async function refuseInvoicedDays(
  tx: Tx,
  subscription: Subscription,
  { from, time }: { from: string; time: Range },
): Promise<void> {
  const { timeZone } = subscription
  const [start, end] = [dateAt(time.start), dateAt(time.end)]
  const invoices = await listInvoicesWithin(tx, subscription, { start, end })
  const billed = invoices.find((invoice) => {
    const own = { start: instantOf(invoice.start), end: instantOf(invoice.end) }
    const days = intersect(own, time)
    return invoice.status !== 'draft' && days !== undefined && countDays(days, timeZone) > 0
  })
  if (!billed) return
  throw new AppError(
    'period_invoiced',
    `Invoice ${billed.invoiceNumber} has billed the seats from ${spanText(billed.start, billed.end, timeZone)}, ` +
      `which a change from ${from} would include; send a later day, or void the invoice first`,
    { param: 'from' },
  )
}

type Stored = Pick<SeatsCommand, 'actor' | 'body'> & {
  subscription: Subscription
  from: string
  before: SeatsFrom
}

async function store(
  tx: Tx,
  { subscription, actor, from, before, body }: Stored,
  moment: Moment,
): Promise<void> {
  const { organizationId, customerId, id } = subscription
  const key = { organizationId, customerId, id }
  await upsertSeats(tx, key, { from, count: body.seatsCount }, moment.now)
  const change = { field: `seats.${from}`, from: before.count, to: body.seatsCount }
  await storeChange(tx, { subscription, actor, change }, moment)
}
