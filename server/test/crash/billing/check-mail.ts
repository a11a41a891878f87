/** Invariants of mails: each query must return no rows. */
export const MAIL: Readonly<Record<string, string>> = {
  // An invoice paid before it is mailed is issued by the payment and needs no mail.
  'an issued invoice whose mail is not even queued': `
    select i.invoice_number, i.status, i.issued_at, i.paid_at from invoices i
      left join (select distinct customer_id, invoice_id from emails
                  where kind = 'invoice' and status in ('queued', 'sent', 'captured')) e
        on e.customer_id = i.customer_id and e.invoice_id = i.id
     where i.issued_at is not null and i.total > 0 and i.issued_at is distinct from i.paid_at
       and i.status in ('issued', 'overdue', 'paid', 'refunded') and e.invoice_id is null`,
  'an invoice paid online without thanks, or with more than one': `
    select i.invoice_number, i.status, count(e.id) from invoices i
      left join emails e on e.customer_id = i.customer_id and e.invoice_id = i.id
       and e.kind = 'receipt'
     where i.status = 'paid' and i.amount_paid > 0
       and not exists (
         select from payments p where p.customer_id = i.customer_id and p.invoice_id = i.id
            and p.status = 'succeeded'
            and p.provider is null)
     group by i.customer_id, i.id having count(e.id) <> 1`,
  'a mail of an invoice that was never issued': `
    select i.invoice_number, i.status, e.kind from emails e
      join invoices i on i.customer_id = e.customer_id and i.id = e.invoice_id
     where e.kind in ('invoice', 'reminder') and i.issued_at is null`,
  'more reminders than there are days to remind on': `
    select i.invoice_number, count(*) from emails e
      join invoices i on i.customer_id = e.customer_id and i.id = e.invoice_id
      join organizations o on o.id = i.organization_id
     where e.kind = 'reminder' group by i.id, i.invoice_number, o.reminder_days
    having count(*) > cardinality(o.reminder_days)`,
  'a mail that is still queued': `
    select kind, attempts, next_attempt_at, last_error from emails where status = 'queued'`,
  'a mail that was given up although its invoice lives': `
    select e.last_error, i.invoice_number, i.status from emails e
      join invoices i on i.customer_id = e.customer_id and i.id = e.invoice_id
     where e.status = 'failed' and e.kind = 'invoice' and i.status <> 'void'`,
}
