import { mapInTurns } from '../../../platform/program/in-turns.ts'
import { restOf } from '../rest.ts'
import { type KeySums, rowOf, sumsByKey } from './by-key.ts'
import { addSums, type Entry, NOTHING } from './entries.ts'
import type { KeyRow } from './schemas.ts'

type Unnamed = Omit<KeyRow, 'name'>

/** Adds to each row with a key what the key has among the entries of the window before. */
export async function withBefore(
  rows: readonly Unnamed[],
  entries: readonly Entry[],
): Promise<Unnamed[]> {
  const rowsOfKey = Map.groupBy(rows, ({ key }) => key)
  const known = sumsByKey(entries.filter(({ key }) => rowsOfKey.has(key)))
  return mapInTurns(rows, (row) => {
    const { key } = row
    if (key === null) return row
    const isOnly = rowsOfKey.get(key)?.length === 1
    const { currency, sums } = matching(row.currency, isOnly, known.get(key))
    const { revenue, cost, margin } = rowOf({ key, currency }, sums)
    const marginChange =
      row.margin === null || margin === null
        ? null
        : restOf(['margin'], { margin: row.margin }, [{ margin }]).margin
    return { ...row, before: { revenue, cost, margin, marginChange } }
  })
}

/**
 * The sums before that a row is compared with. The only row of a key includes its work without a currency, so
 * that before counts too. If nothing is earned now, all of one currency before is compared.
 */
function matching(currency: string | null, isOnly: boolean, before: KeySums | undefined) {
  const of = (own: string | null) => before?.byCurrency.get(own) ?? NOTHING
  if (!isOnly) return { currency, sums: of(currency) }
  if (currency !== null) return { currency, sums: addSums(of(currency), of(null)) }
  const [only = null, ...more] = [...(before?.byCurrency.keys() ?? [])].filter(
    (own) => own !== null,
  )
  if (only === null || more.length > 0) return { currency, sums: of(null) }
  return { currency: only, sums: addSums(of(only), of(null)) }
}
