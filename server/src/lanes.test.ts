import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../test/support/app.ts'
import { givenDeal, SINCE_JANUARY } from '../test/support/deal.ts'
import { givenInvoice } from '../test/support/given-invoice.ts'
import { startSilentServer } from '../test/support/silent-server.ts'
import type { Config } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { limitWaiting } from './features/payments/provider/limit-waiting.ts'
import { createStripe } from './features/payments/provider/stripe/stripe.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from './features/payments/provider/stripe/test-support.ts'
import { booksOf } from './features/payments/test-support.ts'
import { startWorker } from './worker.ts'

const MAILS = 1_000
const INVOICES = 12
const PARALLEL_MAILS = 4
const SOON = { timeout: 60_000, interval: 100 }
/** As in production, but with a short time limit for the payment provider. */
const LIMITS = { answerWithinMs: 300, pauseMs: 30_000 }

type Given = {
  config?: (port: number) => Partial<Config>
  payments?: (port: number, now: () => Date) => Dependencies['payments']
}

/** A service whose mail server and payment provider take connections and never answer. */
async function given({ config, payments }: Given) {
  const silent = await startSilentServer()
  let at = new Date('2026-01-01T00:00:00Z')
  const now = () => at
  const service = await createTestApp({ config: config?.(silent.port) ?? {}, now })
  if (payments) service.dependencies.payments = payments(silent.port, now)
  // The clock stands still: a draft is final as soon as it is made.
  expect((await service.api.patch('/v1/organization', { graceHours: 0 })).status).toBe(200)
  const { pool } = service.dependencies
  const { rows } = booksOf(service)
  const start = async () => {
    const worker = await startWorker(service.dependencies)
    onTestFinished(async () => {
      await silent.close()
      await worker.stop()
      await service.close()
    })
  }
  return {
    silent,
    service,
    rows,
    start,
    set: (time: string) => {
      at = new Date(time)
    },
    runJob: (name: string) => pool.query('select graphile_worker.add_job($1)', [name]),
    invoicesOf: async ({ customerId }: { customerId: string }) =>
      (await service.api.get(`/v1/invoices?customerId=${customerId}`)).body.data,
  }
}

test('a thousand mails behind a server that hangs keep nothing else waiting', async () => {
  const mailFrom = { name: 'Acme', address: 'invoices@acme.test' }
  const t = await given({ config: (port) => ({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom }) })
  const { service, rows } = t
  const deal = await givenDeal(service.api, { subscription: { ...SINCE_JANUARY, netTerms: 10 } })
  await deal.use('ticket', 7, '2026-01-20')
  await rows(
    `insert into emails (id, organization_id, customer_id, kind, status, message_id, to_address,
       cc_addresses, subject, html_body, text_body, attempts, next_attempt_at, created_at)
     select gen_random_uuid(), $1, $2, 'invoice', 'queued', n || '@acme.test', 'a@b.test', '{}', 's',
       'h', 't', 0, '2026-01-01', '2026-01-01'
     from generate_series(1, $3::int) as n`,
    [service.organization.id, deal.customerId, MAILS],
  )
  const status = async () => (await t.invoicesOf(deal))[0]?.status
  t.set('2026-02-02T00:00:00Z')
  await t.start()
  await vi.waitFor(() => expect(t.silent.accepted()).toBeGreaterThan(0), SOON)
  await t.runJob('billing.run')
  await vi.waitFor(async () => expect(await status()).toBe('issued'), SOON)
  t.set('2026-02-13T00:00:00Z')
  await t.runJob('billing.run')
  await vi.waitFor(async () => expect(await status()).toBe('overdue'), SOON)
  // Enough time passed for one more email to try the server.
  expect(t.silent.accepted()).toBeLessThanOrEqual(PARALLEL_MAILS + 1)
  const [tried] = await rows('select sum(attempts)::int as count from emails')
  expect(tried).toEqual({ count: t.silent.accepted() })
})

test('a payment provider that hangs keeps neither the clock nor other jobs waiting', async () => {
  const keys = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET }
  const t = await given({
    payments: (port, now) =>
      limitWaiting(createStripe({ ...keys, apiUrl: `http://127.0.0.1:${port}`, now }), now, LIMITS),
  })
  const deal = await givenDeal(t.service.api, { subscription: SINCE_JANUARY })
  await deal.use('ticket', 7, '2026-01-20')
  for (let count = 0; count < INVOICES; count += 1) {
    const { customerId, id, organizationId } = await givenInvoice(t.service)
    await t.rows(
      `insert into payment_methods (customer_id, provider, organization_id, provider_customer_id,
         provider_method_id, created_at, updated_at)
       values ($1, 'stripe', $2, 'cus_1', 'pm_1', now(), now())`,
      [customerId, organizationId],
    )
    await t.rows(
      `update invoices set version = version + 1, collect_at = '2026-01-01' where id = $1`,
      [id],
    )
  }
  t.set('2026-02-02T00:00:00Z')
  await t.start()
  await t.runJob('billing.collect')
  await vi.waitFor(() => expect(t.silent.accepted()).toBeGreaterThan(0), SOON)
  for (const job of ['billing.collect', 'payments.retry', 'billing.run']) await t.runJob(job)
  await vi.waitFor(
    async () => expect(await t.invoicesOf(deal)).toMatchObject([{ status: 'issued' }]),
    SOON,
  )
  // Each pending charge is queried again by its id once the provider responds.
  await vi.waitFor(async () => {
    const pending = await t.rows(
      `select count(*)::int as count from payments where status = 'pending'`,
    )
    expect(pending).toEqual([{ count: INVOICES }])
  }, SOON)
  // Four requests ran at once, and the client tried each twice.
  expect(t.silent.accepted()).toBeLessThanOrEqual(8)
})
