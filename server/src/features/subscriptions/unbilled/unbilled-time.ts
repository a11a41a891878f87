import type { Lifetime } from '../../../domain/subscription-status.ts'
import { intersect, type Range, subtract } from '../../../domain/time/range.ts'
import type { Db } from '../../../platform/database.ts'
import type { InvoicedTime, OpenTime } from './queries.ts'
import * as queries from './queries.ts'
import type { UnbilledTime } from './unbilled-fields.ts'

type Subscribed = Lifetime & { id: string; customerId: string }
type Asked = { organizationId: string; businessNow: Date }

/**
 * Lists the ranges that are not billed automatically, by subscription and in chronological order.
 */
export async function listUnbilledTime(
  db: Db,
  { organizationId, businessNow }: Asked,
  subscriptions: readonly Subscribed[],
): Promise<ReadonlyMap<string, UnbilledTime[]>> {
  if (subscriptions.length === 0) return new Map()
  const open = await queries.listOpenTimes(db, { organizationId, subscriptions })
  const openOf = Map.groupBy(open, ({ subscriptionId }) => subscriptionId)
  const some = subscriptions.filter(({ id, startsAt }) => openOf.has(id) && startsAt <= businessNow)
  if (some.length === 0) return new Map()
  const billed = await queries.listBilledTimes(db, { organizationId, subscriptions: some })
  const billedOf = Map.groupBy(billed, ({ subscriptionId }) => subscriptionId)
  return new Map(
    some.map((one) => [
      one.id,
      unbilledOf(one, openOf.get(one.id) ?? [], billedOf.get(one.id) ?? []),
    ]),
  )
}

/** Returns the total number of subscriptions with such ranges and up to `limit` of them. */
export async function findUnbilledSubscriptions(
  db: Db,
  { limit, ...asked }: Asked & { limit: number },
): Promise<{
  total: number
  subscriptions: { id: string; customerId: string; name: string; unbilledTime: UnbilledTime[] }[]
}> {
  const rows = await queries.listUnbilledSubscriptions(db, { ...asked, limit })
  const times = await listUnbilledTime(db, asked, rows)
  const subscriptions = rows.map(({ id, customerId, name }) => ({
    id,
    customerId,
    name,
    unbilledTime: times.get(id) ?? [],
  }))
  return { total: Number(rows[0]?.total ?? 0), subscriptions }
}

function unbilledOf(
  { startsAt, endsAt }: Lifetime,
  open: readonly OpenTime[],
  billed: readonly InvoicedTime[],
): UnbilledTime[] {
  const lifetime = { start: startsAt.getTime(), end: endsAt?.getTime() ?? Number.POSITIVE_INFINITY }
  const taken = billed.map(rangeOf)
  const found: (Range<number> & { by: OpenTime })[] = []
  for (const by of open) {
    const time = intersect(rangeOf(by), lifetime)
    if (time) found.push(...subtract(time, taken).map((piece) => ({ ...piece, by })))
    taken.push(rangeOf(by))
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, by }) => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      reason: by.isDraft ? ('draft' as const) : ('voided' as const),
      invoiceId: by.invoiceId,
      invoiceNumber: by.invoiceNumber,
    }))
}

function rangeOf({ start, end }: InvoicedTime): Range<number> {
  return { start: start.getTime(), end: end.getTime() }
}
