import { expect, test } from 'vitest'
import { databaseBefore } from '../support/older-database.ts'

const ID = (digit: number) => `00000000-0000-0000-0000-00000000000${digit}`

test('what customers were still to be told and thanked for before the outbox is not forgotten', async () => {
  const { client, run, close } = await databaseBefore('0025_outbox.sql')
  try {
    await client.query(`
      set session_replication_role = replica;
      insert into invoices (customer_id, id, organization_id, subscription_id, invoice_number,
        status, currency, period_start, period_end, net_terms, subtotal, discount_total, tax_total,
        total, total_cost, amount_paid, amount_refunded, generated_at, due_date, created_at,
        updated_at, seller, buyer, receipt_due_at)
      values ('${ID(2)}', '${ID(3)}', '${ID(1)}', '${ID(4)}', 'INV-1', 'paid', 'USD', '2026-01-01Z',
        '2026-02-01Z', 30, 1, 0, 0, 1, 0, 1, 0, now(), now(), now(), now(), '{}', '{}',
        '2026-02-03Z');
      insert into due_notices
        (customer_id, kind, subject_id, organization_id, invoice_id, amount, due_at)
      values ('${ID(2)}', 'payment', '${ID(5)}', '${ID(1)}', '${ID(3)}', 1, '2026-02-01Z'),
        ('${ID(2)}', 'refund', '${ID(6)}', '${ID(1)}', '${ID(3)}', 1, '2026-02-01Z'),
        ('${ID(2)}', 'void', '${ID(7)}', '${ID(1)}', '${ID(7)}', null, '2026-02-02Z');
    `)
    await run()
    const { rows } = await client.query(`
      select consumer, type, event.object_id as id, data, happened_at as at
      from outbox_tasks join outbox_events event on event.id = event_id
      where customer_id = '${ID(2)}' order by event.object_id`)
    expect(rows).toMatchObject([
      { consumer: 'receipts', type: 'invoice.paid', id: ID(3), data: { isThankedFor: true } },
      { consumer: 'notices', type: 'payment.succeeded', id: ID(5) },
      { consumer: 'notices', type: 'refund.succeeded', id: ID(6) },
      { consumer: 'notices', type: 'invoice.voided', id: ID(7), data: { wasIssued: true } },
    ])
    expect(rows.at(-1).at).toEqual(new Date('2026-02-02Z'))
  } finally {
    await close()
  }
})
