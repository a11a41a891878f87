import { roundToMinorUnit } from '../currency.ts'
import type { Decimal } from '../money.ts'
import type { Part } from '../time/parts.ts'
import { countDays } from '../time/period.ts'
import { contains, intersect, isBefore, type Range, subtract } from '../time/range.ts'
import type { BilledPeriod } from '../time/schedule.ts'
import type { FeePart } from './charges.ts'
import { type PartDays, prorate } from './proration.ts'
import { cutAtSeats, type Seats } from './seats.ts'
import type { FeeStrategy } from './strategy.ts'

/**
 * Days of a fee that a line of another invoice claims, see `docs/billing-periods.md`.
 * - `fee`: the line billed the fee of these days.
 * - `seats`: the line billed seats that were added to a `fee`, for some of its days.
 * - `given_back`: the line gave the days of its source back.
 */
export type FeeClaim = Range & {
  kind: 'fee' | 'seats' | 'given_back'
  lineId: string
  strategyId: string
  /** The line that this one follows from; null for the first claim of days. */
  sourceId: string | null
  /** False for a line of a draft, which is computed again before it is final. */
  isFinal: boolean
  /** Multiplier of the rate: 1, or the number of seats. */
  count: number
  /** Per period, and per seat. */
  rate: Decimal
  days: PartDays
  /** The amount of the line. */
  amount: Decimal
}

/** Returns true if the fee is billed at the start of its period. */
export function isBilledInAdvance({ billTiming }: { billTiming?: unknown }): boolean {
  return billTiming === 'advance'
}

/**
 * Returns the parts for which a fee in advance may be billed with a window: the days of the window,
 * and the whole periods that begin in it or at its end. `periods` are those from the start of the
 * window until its end, the one that begins there included.
 */
export function partsInAdvance(periods: readonly BilledPeriod[], window: Range): Part[] {
  return periods.flatMap((period): Part[] => {
    const { start, end } = period
    if (!isBefore(start, window.start)) {
      return isBefore(window.end, start) ? [] : [{ start, end, period }]
    }
    const covered = intersect(period, window)
    return covered ? [{ ...covered, period }] : []
  })
}

/** Part of a period whose fee an invoice claimed that is void now. */
export type FreedPart = Part & { strategyId: string }

type Billing = {
  /** Parts of the window. */
  parts: readonly Part[]
  /** Result of `partsInAdvance`. */
  inAdvance: readonly Part[]
  /** Claims of the subscription's other invoices that are not void. */
  claims: readonly FeeClaim[]
  /** Parts that void invoices claimed: the next invoice bills them again. */
  freed: readonly FreedPart[]
  seats: Seats
  timeZone: string
}

/**
 * Returns the parts that a fee is due for: in arrears those of the window, in advance also those of
 * periods that begin. Without the days that other invoices claim, which a change of the timing can
 * leave. Seats added to days of the window that were billed before are parts of their own.
 */
export function feePartsOf(billing: Billing, strategy: FeeStrategy): readonly FeePart[] {
  const { parts, inAdvance, claims, freed } = billing
  const own = claims.filter(({ strategyId }) => strategyId === strategy.id)
  const due = isBilledInAdvance(strategy)
    ? [...inAdvance, ...freedOf(strategy, { freed, but: inAdvance })]
    : parts
  if (own.length === 0) return due
  const left = due.flatMap((part) => unclaimedParts(part, own))
  if (strategy.chargeType !== 'seat_based') return left
  const billed = [...parts, ...freedOf(strategy, { freed, but: parts })]
  return [...left, ...billed.flatMap((part) => addedSeats(part, own, billing))]
}

/** Returns the freed parts of a fee outside of the other parts, each day once. */
function freedOf(
  { id }: FeeStrategy,
  { freed, but }: { freed: readonly FreedPart[]; but: readonly Part[] },
): Part[] {
  const taken: Range[] = [...but]
  return freed
    .filter(({ strategyId }) => strategyId === id)
    .flatMap(({ start, end, period }) => {
      const left = subtract({ start, end }, taken)
      taken.push(...left)
      return left.map((range) => ({ ...range, period }))
    })
}

/** Returns the pieces of a part that no line claims, each with the line that gave it back, if any. */
function unclaimedParts(part: Part, claims: readonly FeeClaim[]): FeePart[] {
  const { period, start, end } = part
  const returns = claims.filter(isReturned)
  const pieces = subtract({ start, end }, claims.flatMap(claimedRanges(claims)))
  return pieces.flatMap((piece) =>
    cutAtEdges(piece, returns).map((range): FeePart => {
      // Days given back more than once follow from the line that gave them back last.
      const last = returns.find(
        ({ lineId, ...back }) =>
          contains(back, range.start) &&
          !claims.some(({ sourceId }) => sourceId === lineId && contains(back, range.start)),
      )
      return last ? { ...range, period, sourceId: last.lineId } : { ...range, period }
    }),
  )
}

const isReturned = ({ kind, isFinal }: FeeClaim) => kind === 'given_back' && isFinal

/** Returns the days that a fee claims: its range without what final lines gave back of it. */
const claimedRanges =
  (claims: readonly FeeClaim[]) =>
  ({ kind, lineId, start, end }: FeeClaim): Range[] =>
    kind === 'fee'
      ? subtract(
          { start, end },
          claims.filter((one) => isReturned(one) && one.sourceId === lineId),
        )
      : []

function cutAtEdges(range: Range, claims: readonly FeeClaim[]): Range[] {
  const edges = claims
    .flatMap(({ start, end }) => [start, end])
    .filter((edge) => isBefore(range.start, edge) && isBefore(edge, range.end))
    .toSorted(Temporal.Instant.compare)
  return [range.start, ...edges].map((start, at) => ({ start, end: edges[at] ?? range.end }))
}

/**
 * Returns the seats of a part that final lines did not bill. A draft is computed again with all
 * seats.
 */
function addedSeats(
  part: Part,
  claims: readonly FeeClaim[],
  { seats, timeZone }: Pick<Billing, 'seats' | 'timeZone'>,
): FeePart[] {
  const added = claims.filter(({ kind }) => kind === 'seats')
  return claims.flatMap((claim): FeePart[] => {
    if (!claim.isFinal) return []
    return claimedRanges(claims)(claim).flatMap((range) => {
      const covered = intersect(range, part)
      const open = covered ? subtract(covered, added) : []
      return open.flatMap((piece) =>
        seatsAbove({ ...piece, period: part.period }, { seats, timeZone, billed: claim.count }).map(
          (more) => ({ ...more, sourceId: claim.lineId }),
        ),
      )
    })
  })
}

/** Returns the pieces of a part with more seats than were billed, each with the difference. */
export function seatsAbove(
  part: Part,
  { seats, timeZone, billed }: { seats: Seats; timeZone: string; billed: number },
): FeePart[] {
  return cutAtSeats(part, seats, timeZone).flatMap(({ count, start, end }): FeePart[] =>
    count > billed ? [{ start, end, period: part.period, addedSeats: count - billed }] : [],
  )
}

/** What lines billed of the fee of a period: days times quantity, and their amount. */
export type BilledOfPeriod = { unitDays: number; amount: Decimal }

/**
 * Returns the amount of a line of a fee in a period of which other lines billed days already: the
 * rounded fee of all days that are billed with the line, less what was billed. So the lines of a
 * period always add up to the rounded fee of its days, in whatever order they were billed.
 */
export function amountAfter(
  billed: BilledOfPeriod,
  { rate, unitDays, daysFull }: { rate: Decimal; unitDays: number; daysFull: number },
  currency: string,
): Decimal {
  const fee = prorate(rate, { daysCovered: billed.unitDays + unitDays, daysFull })
  return roundToMinorUnit(fee, currency).minus(billed.amount)
}

/** Days of a claim that are given back. `amountAfter` is the amount of their line. */
export type GivenBack<Claim extends FeeClaim = FeeClaim> = {
  claim: Claim
  range: Range
  days: PartDays
}

type Ending<Claim> = {
  claims: readonly Claim[]
  /** The end of the subscription. */
  endsAt: Temporal.Instant
  /** Times of final invoices: a later change of the end does not undo them. */
  invoiced: readonly Range[]
  timeZone: string
}

/**
 * Returns the days billed by final lines that the end of the subscription cuts off and that no
 * other line gave back.
 */
export function daysToGiveBack<Claim extends FeeClaim>({
  claims,
  endsAt,
  invoiced,
  timeZone,
}: Ending<Claim>): GivenBack<Claim>[] {
  const given = claims.filter(({ kind }) => kind === 'given_back')
  return claims.flatMap((claim) => {
    if (claim.kind === 'given_back' || !claim.isFinal || !isBefore(endsAt, claim.end)) return []
    const start = isBefore(claim.start, endsAt) ? endsAt : claim.start
    const before = given.filter(({ sourceId }) => sourceId === claim.lineId)
    return subtract({ start, end: claim.end }, [...before, ...invoiced]).flatMap((range) =>
      givenBack(claim, range, timeZone),
    )
  })
}

function givenBack<Claim extends FeeClaim>(
  claim: Claim,
  range: Range,
  timeZone: string,
): GivenBack<Claim>[] {
  const daysCovered = countDays(range, timeZone)
  if (daysCovered === 0) return []
  const daysBefore =
    claim.days.daysBefore + countDays({ start: claim.start, end: range.start }, timeZone)
  return [{ claim, range, days: { daysBefore, daysCovered, daysFull: claim.days.daysFull } }]
}
