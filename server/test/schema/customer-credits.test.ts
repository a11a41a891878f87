import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

test('credit that lines carried from invoice to invoice is booked, but for drafts and void ones', async () => {
  const { client, run, close } = await databaseBefore('0012_customer_credits.sql')
  try {
    // Neither customers nor subscriptions matter here.
    await client.query('set session_replication_role = replica')
    const invoice = (id: string, status: string) =>
      client.query(
        `insert into invoices (customer_id, id, organization_id, subscription_id, invoice_number,
           status, currency, period_start, period_end, net_terms, subtotal, discount_total,
           tax_total, total, total_cost, amount_paid, amount_refunded, payment_token, generated_at,
           due_date, seller, buyer, created_at, updated_at)
         values ($1, $2::text::uuid, $3, $2::text::uuid, $2::text, $4, 'USD',
           now() - interval '1 day', now(), 30, 0, 0, 0, 0, 0, 0, 0, $2::text, now(), now(), '{}',
           '{}', now(), now())`,
        [ID(2), id, ID(1), status],
      )
    const line = (id: string, amount: number, sourceId: string | null) =>
      client.query(
        `insert into invoice_lines (customer_id, invoice_id, position, id, organization_id, type,
           description, quantity, tiers, amount, event_count, period_start, period_end, source_id)
         values ($1, $2, 0, $2, $3, 'credit', 'Credit', 1, '[]', $4, 0, now(), now(), $5)`,
        [ID(2), id, ID(1), amount, sourceId],
      )
    await invoice(ID(3), 'paid')
    await line(ID(3), 20, null)
    await invoice(ID(4), 'issued')
    await line(ID(4), -20, ID(3))
    await invoice(ID(5), 'paid')
    await line(ID(5), 7, null)
    await invoice(ID(6), 'draft')
    await line(ID(6), -7, ID(5))
    await invoice(ID(7), 'void')
    await line(ID(7), 9, null)

    await run()
    const { rows } = await client.query(
      'select invoice_id as invoice, amount, kind from customer_credits order by invoice_id',
    )
    expect(rows).toEqual([
      { invoice: ID(3), amount: '20', kind: 'invoice' },
      { invoice: ID(4), amount: '-20', kind: 'invoice' },
      { invoice: ID(5), amount: '7', kind: 'invoice' },
    ])
  } finally {
    await close()
  }
})
