import { mapPages } from '../../../platform/http/csv/pages.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import { readEarnings, scopeOfPages } from '../../earnings/read/as-of.ts'
import type { EarningsDeps } from '../../earnings/read/read-scope.ts'
import { parseWindow } from '../../usage-figures/window.ts'
import { byKeyOf } from './by-key.ts'
import { entriesOf } from './customer-entries.ts'
import { type Entry, KINDS } from './entries.ts'
import { withNames } from './names.ts'
import { Roundings } from './rows.ts'
import type { KeyRow, ProfitabilityQuery, Row } from './schemas.ts'

type Asked = { organizationId: string; query: ProfitabilityQuery; page?: number }

/** Customers of a page: few enough that their rows do not block other requests. */
const CUSTOMERS_AT_ONCE = 200

/** Yields the rows of all customers, in the order of ids; rounding differences come last. */
export async function* rowPages(
  deps: EarningsDeps,
  asked: Asked,
  now: Date,
): AsyncGenerator<readonly Row[]> {
  const roundings = new Roundings()
  for await (const entries of entryPages(deps, asked, now)) {
    yield await withNames(deps.db, keysOf(asked), await roundings.rowsOf(entries))
  }
  yield roundings.last().map((row) => ({ ...row, name: null }))
}

/** Like `rowPages`, with the rows of a customer and currency merged. */
export function keyPages(
  deps: EarningsDeps,
  asked: Asked,
  now: Date,
): AsyncGenerator<readonly KeyRow[]> {
  return mapPages(entryPages(deps, asked, now), async (entries) => {
    return withNames(
      deps.db,
      keysOf(asked),
      (await byKeyOf(entries, { hasShares: false })).toSorted(byKey),
    )
  })
}

/** Yields the entries of some customers at a time, each page at its own snapshot. */
function entryPages(
  deps: EarningsDeps,
  { organizationId, query, page = CUSTOMERS_AT_ONCE }: Asked,
  now: Date,
): AsyncGenerator<readonly Entry[]> {
  const window = parseWindow(query, now)
  const { agentId } = query
  const scopeOfPage = scopeOfPages({ organizationId, until: window.end })
  return mapPages(customerPages(deps.db, organizationId, page), async (customerIds) => {
    const filter = { organizationId, customerId: undefined, customerIds, agentId }
    const { entries } = await readEarnings(deps, scopeOfPage(), async (tx, { horizon }) => {
      return { entries: await entriesOf(tx, filter, { window, horizon }) }
    })
    return entries.toSorted((a, b) => byKey(a, b) || byKind(a, b))
  })
}

const keysOf = ({ organizationId }: Asked) => ({ organizationId, groupBy: 'customer' as const })

type Keyed = { key: string | null }

function byKey({ key: a }: Keyed, { key: b }: Keyed): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

function byKind(a: Entry, b: Entry): number {
  return (
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1)
  )
}
