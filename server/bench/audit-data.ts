import type { Pool } from 'pg'

const ROWS_AT_ONCE = 500_000
/** All but one request in this many record usage, as in a billing service. */
const RECORDING = 20
const ACTORS = 200

/**
 * Creates a log of requests made one after the other, three seconds apart. 20 keys record usage;
 * 200 people and keys make all other requests. Returns the number of entries.
 */
export async function createLog(
  pool: Pool,
  organizationId: string,
  entries: number,
): Promise<void> {
  for (let from = 0; from < entries; from += ROWS_AT_ONCE) {
    const until = Math.min(from + ROWS_AT_ONCE, entries)
    await pool.query(INSERT, [organizationId, from, until - 1, entries, RECORDING, ACTORS])
  }
  await pool.query(`insert into audit_log_kinds
    select distinct organization_id, actor_kind, actor_id, method, status, path = '/v1/usage/record',
      uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
        hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int)))
    from audit_log`)
  await pool.query('vacuum analyze audit_log, audit_log_kinds')
}

const INSERT = `
  insert into audit_log
    (id, organization_id, actor_kind, actor_id, method, path, status, ip_address, requested_at)
  select uuidv7(at - now()), $1::uuid,
    case when not is_record and who < 120 then 'user' else 'api_key' end,
    md5(case when is_record then 'recording' || who % 20 else 'other' || who end)::uuid,
    case when is_record then 'POST' else method end,
    case when is_record then '/v1/usage/record' else '/v1/' || list ||
      case when k % 3 = 0 then '/' || md5((n * 7919 % 100003)::text)::uuid else '' end end,
    case when is_record then case when n % 100000 = 7 then 503 when n % 1000 = 0 then 400 else 200 end
      when n % 20011 = 3 then 500 when n % 300 = 1 then 404 when n % 400 = 3 then 400
      when n % 900 = 5 then 403 when method = 'POST' then 201 when method = 'DELETE' then 204
      else 200 end,
    '198.51.100.' || n % 250, date_trunc('milliseconds', at)
  from (
    select n, now() - ($4::bigint - n) * interval '3 seconds' as at,
      hashint8(n)::bigint & 2147483647 as h
    from generate_series($2::bigint, $3::bigint) n
  ) numbered cross join lateral (
    select h % $5::int <> 0 as is_record, h / 20 % $6::int as who, h / 4000 % 997 as k,
      (array['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'PATCH', 'DELETE'])[1 + h / 4000 % 10]
        as method,
      (array['customers', 'events', 'invoices', 'agents', 'signals', 'pricing-plans', 'subscriptions',
        'payments', 'analytics/usage', 'organization'])[1 + h / 50 % 10] as list
  ) made`
