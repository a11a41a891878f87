import type { Tx } from '../../../platform/database.ts'
import type { EarningFilter } from '../../earnings/facts/earning-filter.ts'
import { keptMonths } from '../../earnings/read/kept-rows.ts'
import type { Window } from '../../usage-figures/window.ts'
import { ALL } from '../fields.ts'
import { restOf } from '../rest.ts'
import { byKeyOf } from './by-key.ts'
import type { Entry } from './entries.ts'
import { FIGURES, listEntries } from './entry-queries.ts'
import type { KeyRow } from './schemas.ts'

type Unnamed = Omit<KeyRow, 'name'>

/** Adds to each row with a key what the key has among the entries of the window before. */
export async function withBefore(
  rows: readonly Unnamed[],
  entries: readonly Entry[],
): Promise<Unnamed[]> {
  const listed = new Set(rows.map(({ key }) => key))
  const before = await byKeyOf(entries.filter(({ key }) => listed.has(key)))
  const known = new Map(before.map((row) => [`${row.key} ${row.currency}`, row]))
  return rows.map((row) => {
    if (row.key === null) return row
    const { revenue, cost, margin } = known.get(`${row.key} ${row.currency}`) ?? NOTHING
    const marginChange =
      row.margin === null || margin === null
        ? null
        : restOf(['margin'], { margin: row.margin }, [{ margin }]).margin
    return { ...row, before: { revenue, cost, margin, marginChange } }
  })
}

const NOTHING = { revenue: 0, cost: 0, margin: 0 }

/** Reads the entries of some customers alone, because there may be very many. */
export async function entriesOfCustomers(
  tx: Tx,
  filter: EarningFilter,
  { customerIds, ...times }: { customerIds: readonly string[]; window: Window; horizon: number },
): Promise<Entry[]> {
  const own = { ...filter, customerIds }
  const kept = await keptMonths(tx, own, { ...times, figures: FIGURES })
  return listEntries(tx, kept, { dimension: 'customer', top: ALL })
}
