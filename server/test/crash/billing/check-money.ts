const INVOICES = `
  select i.*, coalesce(p.amount, 0) as payments, coalesce(r.amount, 0) as refunds
    from invoices i
    left join (select customer_id, invoice_id, sum(amount) as amount from payments
                where status = 'succeeded' group by 1, 2) p
      on p.customer_id = i.customer_id and p.invoice_id = i.id
    left join (select r.customer_id, r.invoice_id, sum(r.amount) as amount from refunds r
                 join payments p on p.customer_id = r.customer_id and p.id = r.payment_id
                where r.status = 'succeeded' and p.status = 'succeeded' group by 1, 2) r
      on r.customer_id = i.customer_id and r.invoice_id = i.id`

const PAYMENTS = `
  select p.*, coalesce(r.succeeded, 0) as refunds, coalesce(r.held, 0) as held
    from payments p
    left join (select customer_id, payment_id, sum(amount) filter (where status = 'succeeded') as succeeded,
                      sum(amount) filter (where status <> 'failed') as held
                 from refunds group by 1, 2) r
      on r.customer_id = p.customer_id and r.payment_id = p.id`

/** Invariants of payments and refunds: each query must return no rows. */
export const MONEY: Readonly<Record<string, string>> = {
  'an amount paid that is not the sum of the payments': `
    select invoice_number, status, amount_paid, payments from (${INVOICES}) i
     where amount_paid <> payments`,
  'an amount refunded that is not the sum of the refunds': `
    select invoice_number, status, amount_refunded, refunds from (${INVOICES}) i
     where amount_refunded <> refunds`,
  'more paid than the total, or more refunded than paid': `
    select invoice_number, total, amount_paid, amount_refunded from invoices
     where amount_paid - amount_refunded > total or amount_refunded > amount_paid`,
  'an invoice that is paid and is not, or is not and is': `
    select invoice_number, status, total, amount_paid from invoices
     where (status in ('paid', 'refunded') and amount_paid < total)
        or (status in ('draft', 'pending', 'issued', 'overdue') and total > 0
            and amount_paid - amount_refunded >= total)`,
  'an invoice that is refunded and is not, or is not and is': `
    select invoice_number, status, amount_paid, amount_refunded from invoices
     where status in ('paid', 'refunded') and amount_paid > 0
       and (status = 'refunded') <> (amount_refunded = amount_paid)`,
  'money kept for a void invoice': `
    select invoice_number, amount_paid, amount_refunded from invoices
     where status = 'void' and amount_paid <> amount_refunded`,
  'a payment of which more was given back, or another amount than it says': `
    select id, status, amount, amount_refunded, refunds, held from (${PAYMENTS}) p
     where amount_refunded <> refunds or held > amount`,
  'money that was taken, not booked and not sent back': `
    select id, amount, failure_reason, refunds from (${PAYMENTS}) p
     where status = 'failed' and paid_at is not null and refunds <> amount`,
  'two payments for one charge of the provider': `
    select provider_payment_id, count(*) from payments where provider_payment_id is not null
     group by 1 having count(*) > 1`,
  'a checkout that took money and has no payment, or the other way round': `
    select s.id, s.status, p.status as payment from checkout_sessions s
      left join payments p on p.customer_id = s.customer_id
       and p.provider_payment_id = 'sandbox_pi_' || s.id
     where (s.status = 'completed') <> (p.id is not null)
        or (p.id is not null and (p.amount <> s.amount or p.invoice_id <> s.invoice_id))`,
  'a payment on a page without its notification, or the other way round': `
    select s.id, s.status, n.event_id from checkout_sessions s
      left join payment_notifications n on n.event_id = 'sandbox_evt_' || s.id
     where (s.status = 'completed') <> (n.event_id is not null)`,
  'a payment or refund that never came to an end': `
    select 'payment' as what, id, created_at from payments where status = 'pending'
    union all
    select 'refund', id, created_at from refunds where status = 'pending'`,
}
