import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

test('drafts from before keep their grace, and those of long gone periods wait for a person', async () => {
  const { client, run, close } = await databaseBefore('0010_drafts_of_the_clock.sql')
  try {
    // Neither agents nor plans matter here.
    await client.query(`
      set session_replication_role = replica;
      insert into organizations (id, name, created_at, updated_at)
      values ('${ID(1)}', 'Seller', now(), now());
      insert into customers (id, organization_id, name, external_id, created_at, updated_at)
      values ('${ID(2)}', '${ID(1)}', 'Buyer', 'b', now(), now());
      insert into subscriptions (customer_id, id, organization_id, plan_id, agent_id, name, status,
        start_date, is_forever, starts_at, billing_cycle, billing_model, seats_count,
        auto_collect_payment, subscription_details, metadata, invoiced_from, created_at, updated_at)
      values ('${ID(2)}', '${ID(3)}', '${ID(1)}', '${ID(4)}', '${ID(4)}', 'Deal', 'active',
        '2026-01-01', true, '2026-01-01Z', 'monthly', 'usage', 0, false, '{}', '{}',
        '2026-06-10Z', now(), now());
    `)
    const invoice = (
      id: string,
      [status, isClosing, start, end]: [string, boolean, string, string],
    ) =>
      client.query(
        `insert into invoices (customer_id, id, organization_id, subscription_id, invoice_number,
           status, is_closing, currency, period_start, period_end, net_terms, subtotal,
           discount_total, tax_total, total, total_cost, amount_paid, amount_refunded,
           payment_token, generated_at, due_date, created_at, updated_at, seller, buyer)
         values ($1, $2::text::uuid, $3, $4, $2::text, $5, $6, 'USD', $7, $8, 30, 1, 0, 0, 1, 0, 0,
           0, $2::text, '2026-06-11Z', now(), now(), now(),
           case when $5 <> 'draft' then '{}'::jsonb end, case when $5 <> 'draft' then '{}'::jsonb end)`,
        [ID(2), id, ID(1), ID(3), status, isClosing, start, end],
      )
    await invoice(ID(5), ['draft', false, '2026-01-01Z', '2026-02-01Z'])
    await invoice(ID(6), ['draft', false, '2026-06-01Z', '2026-07-01Z'])
    await invoice(ID(7), ['draft', true, '2026-05-01Z', '2026-05-02Z'])
    await invoice(ID(8), ['issued', false, '2026-02-01Z', '2026-03-01Z'])

    await run()
    const { rows } = await client.query(
      'select is_on_request as "isOnRequest", drafted_at as "draftedAt" from invoices order by id',
    )
    const draftedAt = new Date('2026-06-11Z')
    expect(rows).toEqual([
      { isOnRequest: true, draftedAt },
      { isOnRequest: false, draftedAt },
      { isOnRequest: false, draftedAt },
      { isOnRequest: false, draftedAt: null },
    ])
  } finally {
    await close()
  }
})
