import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeals, createPlan } from '../../../server/bench/billing-data.ts'
import { startEmbeddedPostgres } from '../../../server/src/embedded-postgres/embedded-postgres.ts'
import { MIGRATION_LIMITS } from '../../../server/src/platform/database/connection-limits.ts'
import { type Database, openDatabase } from '../../../server/src/platform/database.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { cleanUpOnExit } from '../../../server/test/support/clean-up-on-exit.ts'
import { startService } from '../support/start-service.ts'

const ROWS = 100_000
const EMAIL = 'ann@acme.test'
const PASSWORD = 'correct horse battery staple'

/** Starts a separate service with 100,000 customers, subscriptions, invoices and payments. */
export async function startFilled() {
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-pages-'))
  cleanUpOnExit({ dataDir }, { folder: dataDir })
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('error') })
  const service = await startService({
    dataDir,
    // The role `api` keeps the clock from billing this data during the measurement.
    env: { DATABASE_URL: postgres.url, RATE_LIMIT: '0' },
    role: 'api',
  })
  await setUp(service)
  const database = openDatabase({
    url: postgres.url,
    poolSize: 1,
    limits: MIGRATION_LIMITS,
    onIdleError: () => undefined,
  })
  const slug = await fill(database.pool)
  await database.close()
  return {
    origin: service.origin,
    slug,
    email: EMAIL,
    password: PASSWORD,
    databaseUrl: postgres.url,
    close: async () => {
      await service.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function setUp({ origin, setupLink }: { origin: string; setupLink: string }) {
  const token = new URL(setupLink).searchParams.get('token')
  const person = { name: 'Ann Lee', email: EMAIL, password: PASSWORD }
  const answer = await fetch(`${origin}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ token, organizationName: 'Acme Robotics', ...person }),
  })
  if (!answer.ok)
    throw new Error(`setting up was answered ${answer.status}: ${await answer.text()}`)
}

/** Fills the database; returns the slug of the organization. */
async function fill(pool: Database['pool']): Promise<string> {
  const { rows } = await pool.query<{ id: string; slug: string }>(
    'select id, slug from organizations',
  )
  const { id: organizationId = '', slug = '' } = rows[0] ?? {}
  const plan = await createPlan(pool, organizationId, 2)
  await createDeals(pool, organizationId, { plan, count: ROWS })
  await pool.query(
    `update subscriptions set name = 'Deal ' || numbered.n
     from (select id, row_number() over (order by id) as n from subscriptions) as numbered
     where numbered.id = subscriptions.id`,
  )
  // Creates invoices in every status, mixed as in a large deployment and spread over all days.
  await pool.query(
    `insert into invoices (customer_id, id, organization_id, subscription_id, kind, invoice_number,
       status, currency, period_start, period_end, net_terms, subtotal, discount_total, tax_total,
       total, total_cost, amount_paid, amount_refunded, seller, buyer, generated_at, issued_at, due_date, paid_at,
       created_at, updated_at)
     select customer_id, gen_random_uuid(), organization_id, id, 'subscription',
       'INV-' || lpad(n::text, 6, '0'), state, 'USD', at, at + interval '1 month', 30, 49, 0, 0, 49,
       1.25, case when state in ('paid', 'refunded') then 49 else 0 end,
       case when state = 'refunded' then 49 else 0 end,
       case when state <> 'draft' then '{"name":"Acme Robotics"}'::jsonb end,
       case when state <> 'draft' then '{"name":"Customer","timezone":"UTC"}'::jsonb end, at,
       case when state not in ('draft', 'pending') then at end, at + interval '30 days',
       case when state in ('paid', 'refunded') then at end, at, at
     from (select *, row_number() over (order by id) as n from subscriptions) as numbered,
       lateral (select now() - (n % 700) * interval '1 day' as at,
         (array['paid','paid','paid','paid','issued','overdue','draft','void','refunded','pending'])
           [1 + n % 10] as state) as made`,
  )
  await pool.query(
    `insert into payments (customer_id, id, organization_id, invoice_id, method, status, amount,
       amount_refunded, currency, reference, failure_reason, paid_at, created_at, updated_at)
     select customer_id, gen_random_uuid(), organization_id, id,
       (array['card','bank_transfer','cash','check','other'])[1 + n % 5],
       (array['succeeded','succeeded','failed','pending'])[1 + n % 4], 49, 0, 'USD', null,
       case when n % 4 = 2 then 'declined' end, case when n % 4 < 2 then at end, at, at
     from (select *, row_number() over (order by id) as n from invoices) as numbered,
       lateral (select now() - (n % 700) * interval '1 day' as at) as made`,
  )
  await pool.query('vacuum analyze')
  return slug
}
