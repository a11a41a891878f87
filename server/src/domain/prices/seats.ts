import { countDays, startOfDay } from '../time/period.ts'
import { intersect, isBefore, isEmpty, type Range } from '../time/range.ts'

/** A number of seats from the start of a calendar day on, such as 2026-03-15; null: from the start. */
export type SeatsFrom = { from: string | null; count: number }

/** The seats of a subscription by date. The first entry has no date. */
export type Seats = readonly [SeatsFrom, ...SeatsFrom[]]

/** Returns the entry in force on a day. */
export function seatsOn(seats: Seats, day: string): SeatsFrom {
  return seats.findLast(({ from }) => from === null || from <= day) ?? seats[0]
}

/** Cuts a range at the starts of the days on which the number of seats changes. */
export function cutAtSeats(
  range: Range,
  seats: Seats,
  timeZone: string,
): (Range & { count: number })[] {
  const pieces: (Range & { count: number })[] = []
  for (const [index, { count }] of seats.entries()) {
    const start = startOf(seats[index], timeZone) ?? range.start
    const end = startOf(seats[index + 1], timeZone) ?? range.end
    const piece = isBefore(start, end) ? intersect(range, { start, end }) : undefined
    const last = pieces.at(-1)
    if (!piece) continue
    if (last?.count === count) last.end = piece.end
    else pieces.push({ ...piece, count })
  }
  return pieces
}

/** Returns the sum of the seats over the days of a range; each day counts as in `countDays`. */
export function seatDays(range: Range, seats: Seats, timeZone: string): number {
  if (isEmpty(range)) return 0
  return cutAtSeats(range, seats, timeZone).reduce(
    (days, piece) => days + piece.count * countDays(piece, timeZone),
    0,
  )
}

function startOf(one: SeatsFrom | undefined, timeZone: string): Temporal.Instant | undefined {
  if (one?.from == null) return undefined
  return startOfDay(Temporal.PlainDate.from(one.from), timeZone)
}
