import { atOneMoment } from '../../../platform/database/at-one-moment.ts'
import type { Db } from '../../../platform/database.ts'
import { mapPages } from '../../../platform/http/csv/pages.ts'
import { customerPages } from '../../customers/customer-ids.ts'
import { parseWindow } from '../../usage-figures/window.ts'
import { ALL } from '../fields.ts'
import { byKeyOf } from './by-key.ts'
import { withNames } from './names.ts'
import { readEntriesOf } from './read-entries.ts'
import { type Group, groupsOf, Roundings } from './rows.ts'
import type { KeyRow, ProfitabilityQuery, Row } from './schemas.ts'

type Asked = { organizationId: string; query: ProfitabilityQuery; page?: number }

/** The rows of all customers, in the order of ids; what rounding takes from them comes last. */
export async function* rowPages(db: Db, asked: Asked, now: Date): AsyncGenerator<readonly Row[]> {
  const roundings = new Roundings()
  for await (const groups of groupPages(db, asked, now)) {
    yield await withNames(db, keysOf(asked), roundings.rowsOf(groups))
  }
  yield roundings.last().map((row) => ({ ...row, name: null }))
}

/** The same with those of each customer and currency as one. */
export function keyPages(db: Db, asked: Asked, now: Date): AsyncGenerator<readonly KeyRow[]> {
  return mapPages(groupPages(db, asked, now), (groups) => {
    return withNames(db, keysOf(asked), byKeyOf(groups).toSorted(byKey))
  })
}

/** Some customers are worked out at a time, these at one moment. */
function groupPages(
  db: Db,
  { organizationId, query, page }: Asked,
  now: Date,
): AsyncGenerator<readonly Group[]> {
  const window = parseWindow(query, now)
  const { agentId } = query
  return mapPages(customerPages(db, organizationId, page), async (customerIds) => {
    const filter = { organizationId, customerId: undefined, customerIds, agentId }
    const entries = await atOneMoment(db, (tx) => readEntriesOf(tx, filter, window))
    const groups = await groupsOf(entries, ({ customerId }) => customerId, ALL)
    return groups.toSorted(byKey)
  })
}

const keysOf = ({ organizationId }: Asked) => ({ organizationId, groupBy: 'customer' as const })

type Keyed = { key: string | null }

function byKey({ key: a }: Keyed, { key: b }: Keyed): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}
