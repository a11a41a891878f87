import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/app.ts'
import { changeFacts } from '../../../test/support/change-facts.ts'
import { isRetryable } from '../../platform/database/errors.ts'
import type { PaymentDeps } from './deps.ts'

/** Reads and changes rows that no route exposes. */
export function booksOf(t: TestApp) {
  const rows = async (text: string, values: unknown[] = []) =>
    (await t.database.pool.query(text, values)).rows
  // Updates of all rows lock them in no defined order, so a deadlock with other statements is
  // retried.
  const untilDone = async (text: string, values: unknown[]): Promise<void> => {
    try {
      await rows(text, values)
    } catch (error) {
      if (!isRetryable(error)) throw error
      await untilDone(text, values)
    }
  }
  return {
    rows,
    invoice: async ({ id }: { id: string }) => {
      const [row] = await rows(
        `select status, amount_paid::text as paid, amount_refunded::text as refunded
         from invoices where id = $1`,
        [id],
      )
      return row
    },
    payments: ({ id }: { id: string }) =>
      rows(
        `select id, status, amount::text as amount, amount_refunded::text as refunded,
           provider_payment_id as "providerId", failure_reason as reason
         from payments where invoice_id = $1 order by created_at, id`,
        [id],
      ),
    refunds: ({ id }: { id: string }) =>
      rows(
        `select id, status, amount::text as amount, failure_reason as failure
         from refunds where invoice_id = $1 order by created_at, id`,
        [id],
      ),
    sessions: ({ id }: { id: string }) =>
      rows(
        `select id, status, url, amount::text as amount,
           provider_session_id as "providerId"
         from checkout_sessions where invoice_id = $1 order by created_at, id`,
        [id],
      ),
    setStatus: (one: { id: string }, status: string) =>
      changeFacts(
        t.database.pool,
        'update invoices set version = version + 1, status = $2 where id = $1',
        [one.id, status],
      ),
    /** Backdates payments, refunds and sessions by the interval. */
    age: async (interval: string) => {
      // With an explicit zone: Citus rejects updates that depend on the session's time zone.
      const earlier = `updated_at = (updated_at at time zone 'UTC' - $1::interval) at time zone 'UTC'`
      await untilDone(`update payments set version = version + 1, ${earlier}`, [interval])
      await untilDone(`update refunds set ${earlier}`, [interval])
      await untilDone(`update checkout_sessions set ${earlier}`, [interval])
    },
  }
}

/** Expects each invoice to equal the sum of its payments and refunds. */
export async function expectBooksToBalance(t: TestApp): Promise<void> {
  const { rows } = await t.database.pool.query(`
    select i.id, i.status, i.total, i.amount_paid, i.amount_refunded, p.paid, p.refunded
    from invoices i cross join lateral (
      select coalesce(sum(amount), 0) as paid, coalesce(sum(amount_refunded), 0) as refunded
      from payments
      where customer_id = i.customer_id and invoice_id = i.id and status = 'succeeded') p
    where i.amount_paid <> p.paid or i.amount_refunded <> p.refunded
       or (i.status = 'paid' and i.amount_paid < i.total)`)
  expect(rows).toEqual([])
  const payments = await t.database.pool.query(`
    select p.id, p.amount, p.amount_refunded, r.done, r.held
    from payments p cross join lateral (
      select coalesce(sum(amount) filter (where status = 'succeeded'), 0) as done,
        coalesce(sum(amount) filter (where status <> 'failed'), 0) as held
      from refunds where customer_id = p.customer_id and payment_id = p.id) r
    where p.amount_refunded <> r.done or r.held > p.amount`)
  expect(payments.rows).toEqual([])
}

export const depsOf = (t: TestApp): PaymentDeps => t.dependencies

export const TYPED_CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
  name: 'A',
}

/** Follows a payment link and fills in the sandbox's page. */
export function browserOf(t: TestApp) {
  const get = (url: string, headers: Record<string, string> = {}) =>
    t.app.inject({ method: 'GET', url, headers })
  const open = async ({ token }: { token: string }) => {
    const { statusCode, headers, body } = await get(`/pay/${token}`)
    expect(statusCode, body).toBe(303)
    return new URL(String(headers.location)).pathname
  }
  const submit = (path: string, fields: Record<string, string> = {}) =>
    t.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...TYPED_CARD, ...fields }).toString(),
    })
  /** Follows the redirect after a rejected form and returns the page with its cookie. */
  const refused = async (path: string, fields: Record<string, string>) => {
    const answer = await submit(path, fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    return { cookie, ...(await get(path, { cookie })) }
  }
  const pay = async (invoice: { token: string }, number: string = TYPED_CARD.number) =>
    submit(await open(invoice), { number })
  return { get, open, submit, refused, pay }
}
