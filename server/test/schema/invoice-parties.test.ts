import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

test('invoices that were sent before get the seller and the buyer of the day of the upgrade', async () => {
  const { client, run, close } = await databaseBefore('0007_invoice_parties.sql')
  try {
    // Neither agents nor plans matter here.
    await client.query(`
      set session_replication_role = replica;
      insert into organizations (id, name, invoice_footer, country, created_at, updated_at)
      values ('${ID(1)}', 'Seller', 'IBAN', 'DE', now(), now());
      insert into customers (id, organization_id, name, external_id, city, timezone, created_at, updated_at)
      values ('${ID(2)}', '${ID(1)}', 'Buyer', 'b', 'Paris', 'Europe/Paris', now(), now());
    `)
    const subscribe = (id: string, timezone: string | null) =>
      client.query(
        `insert into subscriptions (customer_id, id, organization_id, plan_id, agent_id, name,
           status, start_date, is_forever, starts_at, timezone, billing_cycle, billing_model,
           net_terms, seats_count, auto_collect_payment,
           subscription_details, metadata, invoiced_from, created_at, updated_at)
         values ($1, $2, $3, $2, $2, 'Deal', 'active', '2026-01-01', true, '2026-01-01Z', $4,
           'monthly', 'usage', 30, 0, false, '{}', '{}', now(), now(),
           now())`,
        [ID(2), id, ID(1), timezone],
      )
    await subscribe(ID(5), null)
    await subscribe(ID(6), 'Asia/Tokyo')
    const invoice = (id: string, subscription: string, status: string) =>
      client.query(
        `insert into invoices (customer_id, id, organization_id, subscription_id, invoice_number,
           status, currency, period_start, period_end, net_terms, subtotal, discount_total,
           tax_total, total, total_cost, amount_paid, amount_refunded, payment_token, generated_at,
           due_date, created_at, updated_at)
         values ($1, $2::text::uuid, $3, $4, $2::text, $5, 'USD', '2026-01-01Z', '2026-02-01Z', 30, 1, 0, 0, 1, 0, 0,
           0, $2::text, now(), now(), now(), now())`,
        [ID(2), id, ID(1), subscription, status],
      )
    await invoice(ID(7), ID(5), 'issued')
    await invoice(ID(8), ID(6), 'void')
    await invoice(ID(9), ID(6), 'draft')

    await run()
    const { rows } = await client.query('select seller, buyer from invoices order by id')
    const [sent, voided, draft] = rows
    expect(sent.seller).toEqual({
      name: 'Seller',
      email: null,
      phone: null,
      addressLine1: null,
      addressLine2: null,
      city: null,
      state: null,
      zipCode: null,
      country: 'DE',
      taxId: null,
      footer: 'IBAN',
    })
    expect(sent.buyer).toMatchObject({ name: 'Buyer', city: 'Paris', timezone: 'Europe/Paris' })
    expect(voided.buyer).toMatchObject({ name: 'Buyer', timezone: 'Asia/Tokyo' })
    expect(draft).toEqual({ seller: null, buyer: null })
  } finally {
    await close()
  }
})
