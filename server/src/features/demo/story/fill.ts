import { setTimeout as delay } from 'node:timers/promises'
import { type Caller, createCaller } from './caller.ts'
import { CUSTOMERS, type DemoCustomer } from './customers.ts'
import { changeSome, draftSome, payInvoices } from './invoices.ts'
import { makeOffer } from './offer.ts'
import { signUp } from './sign-up.ts'
import { usageOf } from './usage.ts'

/** Progress of the filling from 0 to 1, and its current step. */
export type Progress = { share: number; what: string }

export type Filling = {
  onProgress: (progress: Progress) => void
  signal?: AbortSignal
  now: () => Date
  /** Number of past months to simulate before the current one; 13 by default. */
  months?: number
}

export type DemoTarget = { origin: string; key: string }

const MONTHS = 13
const ASK_AGAIN_MS = 300
/** Number of polls after which waiting ends if the number of queued emails has not decreased. */
const MAIL_PATIENCE = 10
const RECORDS_AT_ONCE = 100
const BATCHES_AT_ONCE = 4
/** By this time in UTC every customer has recorded its month. */
const LAST_HOUR = { hour: 20 }
/** By this day the grace period of invoices has passed in every time zone. */
const DAY_OF_PAYMENTS = 4
/** Work within this time is considered in progress and not recorded yet. */
const STILL_AT_WORK_MS = 5 * 60_000

/**
 * Simulates thirteen months of a new organization through its API: plans, customers, agent usage
 * and payments. Its clock starts in the past, moves to the present month by month, and is then
 * released.
 */
export async function fillDemo(
  target: DemoTarget,
  { onProgress, signal, now, months = MONTHS }: Filling,
): Promise<void> {
  const caller = createCaller(target, signal)
  const today = dayOf(now())
  const first = today.with({ day: 1 }).subtract({ months: months })
  await moveTo(caller, first.toZonedDateTime('UTC').toInstant())
  const offer = await makeOffer(caller)
  const pay = async () => {
    await waitForMails(caller)
    await payInvoices({ caller, origin: target.origin, paysOf })
  }
  for (let month = 0; month <= months; month += 1) {
    const start = first.add({ months: month })
    onProgress({ share: month / (months + 1), what: `${start.toPlainYearMonth()}` })
    for (const customer of CUSTOMERS.filter(({ from }) => from === month)) {
      await signUp(caller, { offer, customer, start })
    }
    if (month === months) break
    const next = start.add({ months: 1 })
    await moveTo(
      caller,
      next.subtract({ days: 1 }).toZonedDateTime('UTC').with(LAST_HOUR).toInstant(),
    )
    await recordMonth(caller, { start, month, until: Number.POSITIVE_INFINITY })
    if (month === months - 1 && today.day < DAY_OF_PAYMENTS) break
    await moveTo(caller, next.with({ day: DAY_OF_PAYMENTS }).toZonedDateTime('UTC').toInstant())
    await pay()
  }
  await changeSome(caller)
  await moveToPresent(caller)
  const start = first.add({ months: months })
  await recordMonth(caller, { start, month: months, until: now().getTime() - STILL_AT_WORK_MS })
  if (today.day > 1) await draftSome(caller, { from: start.toString(), until: today.toString() })
  await caller.delete('/v1/test-clock')
  onProgress({ share: 1, what: 'done' })
}

const dayOf = (time: Date) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO('UTC').toPlainDate()

function paysOf(externalId: string): DemoCustomer['pays'] {
  const customer = CUSTOMERS.find((one) => one.externalId === externalId)
  if (!customer) throw new Error(`${externalId} is no customer of the demo`)
  return customer.pays
}

/** Records the usage of all customers in a month that ended before `until`. */
async function recordMonth(
  caller: Caller,
  { start, month, until }: { start: Temporal.PlainDate; month: number; until: number },
): Promise<void> {
  const days = Array.from({ length: start.daysInMonth }, (_, index) => start.add({ days: index }))
  const records = CUSTOMERS.filter((one) => isThere(one, month)).flatMap((customer) =>
    usageOf(customer, { days, until, age: month - customer.from }),
  )
  const batches = Array.from({ length: Math.ceil(records.length / RECORDS_AT_ONCE) }, (_, index) =>
    records.slice(index * RECORDS_AT_ONCE, (index + 1) * RECORDS_AT_ONCE),
  ).values()
  const send = async () => {
    for (const batch of batches) await caller.post('/v1/usage/record', { records: batch })
  }
  const outcomes = await Promise.allSettled(Array.from({ length: BATCHES_AT_ONCE }, send))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

function isThere({ from, until = MONTHS + 1 }: DemoCustomer, month: number): boolean {
  return month >= from && month < from + until
}

type Clock = { now: string; movingTo: string | null; realNow: string }

/** Moves the clock and waits until it arrives, because a long move outlives its request. */
async function moveTo(caller: Caller, time: Temporal.Instant): Promise<void> {
  let clock = await caller.post<Clock>('/v1/test-clock', { now: time.toString() })
  while (clock.movingTo !== null) {
    await delay(ASK_AGAIN_MS)
    clock = await caller.get<Clock>('/v1/test-clock')
  }
}

/**
 * Waits until queued emails are sent: customers pay after the email, and the email of a paid
 * invoice is not sent. Waits while their number decreases; otherwise another process has to send
 * them.
 */
async function waitForMails(caller: Caller): Promise<void> {
  let waiting = Number.POSITIVE_INFINITY
  for (let times = 0; times < MAIL_PATIENCE; times += 1) {
    const { totalResults } = await caller.get<{ totalResults: number }>(
      '/v1/emails?status=queued&limit=1',
    )
    if (totalResults === 0) return
    if (totalResults < waiting) times = 0
    waiting = totalResults
    await delay(ASK_AGAIN_MS)
  }
}

/** Moves the clock repeatedly until it has caught up, because each move takes time. */
async function moveToPresent(caller: Caller): Promise<void> {
  for (;;) {
    const { now, realNow } = await caller.get<Clock>('/v1/test-clock')
    if (Date.parse(realNow) - Date.parse(now) < 20_000) return
    await moveTo(caller, Temporal.Instant.from(realNow))
  }
}
