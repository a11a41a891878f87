import type { Pool } from 'pg'
import { listAnnouncements } from '../src/features/webhooks/announcements/service.ts'
import { listDeliveries } from '../src/features/webhooks/deliveries/service.ts'
import type { Db } from '../src/platform/database.ts'

const ROWS_AT_ONCE = 100_000
const TIMES = 11
const LIMIT = 20

type Endpoint = { organizationId: string; id: string }
type Measured = Record<string, { ms: number; 'most ms': number }>

/** Measures pages of the deliveries of one endpoint, and of the announcements behind them. */
export async function measureLists(db: Db, endpoint: Endpoint, count: number): Promise<Measured> {
  const { organizationId } = endpoint
  const page = { page: 1, limit: LIMIT, sortOrder: 'desc', exactTotal: true } as const
  const deliveries = (query: Partial<Parameters<typeof listDeliveries>[2]>) => () =>
    listDeliveries(db, endpoint, { ...page, ...query })
  const announcements = (query: Partial<Parameters<typeof listAnnouncements>[2]>) => () =>
    listAnnouncements(db, organizationId, { ...page, ...query }, new Date(0))
  const deep = Math.floor((count * 0.4) / LIMIT)
  return {
    'deliveries, first page': await measure(deliveries({})),
    'deliveries, first page without a total': await measure(deliveries({ exactTotal: false })),
    'deliveries, a deep page': await measure(deliveries({ page: deep })),
    'deliveries, the last page': await measure(deliveries({ page: Math.ceil(count / LIMIT) })),
    'deliveries that failed': await measure(deliveries({ status: 'failed' })),
    'deliveries that wait': await measure(deliveries({ status: 'pending' })),
    'deliveries that succeeded': await measure(deliveries({ status: 'succeeded' })),
    'deliveries of a common type': await measure(deliveries({ type: ['customer.updated'] })),
    'deliveries of a rare type': await measure(deliveries({ type: ['invoice.paid'] })),
    'deliveries of two types that failed': await measure(
      deliveries({ type: ['customer.updated', 'invoice.paid'], status: 'failed' }),
    ),
    'announcements, first page': await measure(announcements({})),
    'announcements, first page without a total': await measure(
      announcements({ exactTotal: false }),
    ),
    'announcements, a deep page': await measure(announcements({ page: deep })),
  }
}

/**
 * Creates announcements with their deliveries. One in a hundred is an invoice.paid; one in two
 * hundred failed, and the last thousandth waits.
 */
export async function fillLists(
  pool: Pool,
  { organizationId, id }: Endpoint,
  count: number,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const until = Math.min(from + ROWS_AT_ONCE, count)
      await client.query(FILL, [organizationId, id, from, until - 1, count])
    }
    await client.query('vacuum analyze announcements, webhook_deliveries, webhook_attempts')
  } finally {
    client.release(true)
  }
}

const FILL = `
  with made as (
    select n, uuidv7((n - $5::bigint) * interval '1 second') as id,
      case when n % 100 = 7 then 'invoice.paid' else 'customer.updated' end as type,
      now() + (n - $5::bigint) * interval '1 second' as at
    from generate_series($3::bigint, $4::bigint) n
  ), added as (
    insert into announcements
      (id, organization_id, customer_id, type, object_id, version, data, happened_at, created_at)
    select id, $1::uuid, id, type, id, 1,
      '{"name":"Acme Corporation","notes":"' || repeat('x', 200) || '","version":1}', at, at
    from made order by n
    returning id, position, type, created_at
  ), delivered as (
    insert into webhook_deliveries
      (announcement_id, endpoint_id, organization_id, position, type, includes_costs, status,
       attempts, next_attempt_at, last_attempt_at, created_at)
    select id, $2::uuid, $1::uuid, position, type, false, status, 1,
      case when status = 'pending' then at end, at, at
    from added cross join lateral (select created_at as at,
      case when created_at > now() - $5::bigint / 1000 * interval '1 second' then 'pending'
        when position % 200 = 3 then 'failed' else 'succeeded' end as status) state
    returning announcement_id, status, created_at
  )
  insert into webhook_attempts
    (id, announcement_id, endpoint_id, organization_id, result, status, response, duration_ms,
     attempted_at)
  select announcement_id, announcement_id, $2::uuid, $1::uuid,
    case when status = 'succeeded' then 'succeeded' else 'rejected' end,
    case when status = 'succeeded' then 200 else 503 end, 'ok', 20, created_at
  from delivered`

async function measure(ask: () => Promise<unknown>) {
  const times: number[] = []
  for (let n = 0; n < TIMES; n += 1) {
    const startedAt = performance.now()
    await ask()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const rounded = (ms = 0) => Math.round(ms * 10) / 10
  return { ms: rounded(times[Math.floor(TIMES / 2)]), 'most ms': rounded(times.at(-1)) }
}
