import { type Decimal, sum, ZERO } from './money.ts'

/** An outcome as it was recorded, by the id that the other side counts; null: it has none. */
type RecordedOutcome = { countedAs: string | null; quantity: Decimal }

type ComparedIds<Outcome> = {
  agreed: Outcome[]
  onlyRecorded: Outcome[]
  onlyCounted: { id: string; isUnbilled: boolean }[]
  /** Ids that were sent before in the same list; they count once. */
  duplicateCount: number
}

/**
 * Compares billed outcomes with the ids that the other side counts. One id may stand for several
 * outcomes, such as a run. Recorded work without units is no outcome: its id alone is `isUnbilled`.
 */
export function compareIds<Outcome extends RecordedOutcome>(
  recorded: readonly Outcome[],
  ids: readonly string[],
): ComparedIds<Outcome> {
  const counted = new Set(ids)
  const billed = recorded.filter(({ quantity }) => quantity.gt(ZERO))
  const isCounted = ({ countedAs }: Outcome) => countedAs !== null && counted.has(countedAs)
  const known = new Set(recorded.map(({ countedAs }) => countedAs))
  const billedIds = new Set(billed.map(({ countedAs }) => countedAs))
  return {
    agreed: billed.filter(isCounted),
    onlyRecorded: billed.filter((outcome) => !isCounted(outcome)),
    onlyCounted: [...counted].flatMap((id) =>
      billedIds.has(id) ? [] : [{ id, isUnbilled: known.has(id) }],
    ),
    duplicateCount: ids.length - counted.size,
  }
}

export type ComparedDay = { date: string; recorded: Decimal; counted: Decimal }

/** Compares the units of each day; a day that one side lacks has 0 units there. */
export function compareDays(
  recorded: ReadonlyMap<string, Decimal>,
  counted: ReadonlyMap<string, Decimal>,
): ComparedDay[] {
  const dates = [...new Set([...recorded.keys(), ...counted.keys()])].toSorted()
  return dates.map((date) => ({
    date,
    recorded: recorded.get(date) ?? ZERO,
    counted: counted.get(date) ?? ZERO,
  }))
}

/** Units at an instant that are not in the count of the other side (negative), or in it alone. */
type UnitsAt = { at: Date; quantity: Decimal }

/**
 * Returns the change of units that turns a day's count into that of the other side. Fewer units leave
 * the latest usage of the day first; more units count at its latest usage, or else at its start.
 */
export function unitsOfDay(
  { recorded, counted }: ComparedDay,
  used: readonly UnitsAt[],
  start: Date,
): UnitsAt[] {
  const latest = used.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  let missing = recorded.minus(counted)
  if (missing.lt(ZERO)) return [{ at: latest[0]?.at ?? start, quantity: missing.neg() }]
  const changes: UnitsAt[] = []
  for (const { at, quantity } of latest) {
    if (!missing.gt(ZERO)) break
    const part = quantity.lt(missing) ? quantity : missing
    if (part.gt(ZERO)) changes.push({ at, quantity: part.neg() })
    missing = missing.minus(part)
  }
  return changes
}

export const unitsOf = (outcomes: readonly { quantity: Decimal }[]): Decimal =>
  sum(outcomes.map(({ quantity }) => quantity))
