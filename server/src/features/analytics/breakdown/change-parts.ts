import { add, type Decimal, sum, ZERO } from '../../../domain/money.ts'

/** An amount of a signal that is attributed to one source, such as a model, in two windows. */
export type Cell = {
  signalId: string
  /** Null: the signal as a whole, or what no model has. */
  model: string | null
  now: Decimal
  before: Decimal
}

/** Billable units of a signal in two windows. */
export type Units = { now: Decimal; before: Decimal }

/** The part of a change that has one cause. `quantity` is the change in units. */
export type ChangePart = {
  cause: 'units' | 'rate'
  signalId: string
  model: string | null
  quantity: Decimal | null
  amount: Decimal
}

/** Decimals of a part; the parts of a signal add up to its change exactly. */
const DECIMALS = 10

/**
 * Splits the change of each signal into causes that add up to it:
 * - units: the change in units, at the amount per unit of the window before
 * - rate: the rest, by model. Without units before, all of it is here.
 */
export function changeParts(
  cells: readonly Cell[],
  unitsOf: (signalId: string) => Units,
): ChangePart[] {
  return [...Map.groupBy(cells, ({ signalId }) => signalId)].flatMap(([signalId, own]) => {
    const units = unitsOf(signalId)
    const more = units.now.minus(units.before)
    const byUnits = own.map(({ before }) =>
      units.before.eq(ZERO) ? ZERO : before.times(more).div(units.before).round(DECIMALS),
    )
    const ofUnits: ChangePart = {
      cause: 'units',
      signalId,
      model: null,
      quantity: more,
      amount: sum(byUnits),
    }
    const ofRates = own.map(
      ({ model, now, before }, at): ChangePart => ({
        cause: 'rate',
        signalId,
        model,
        quantity: null,
        amount: now.minus(add(before, byUnits[at] ?? ZERO)),
      }),
    )
    return [ofUnits, ...ofRates].filter(({ amount }) => !amount.eq(ZERO))
  })
}
