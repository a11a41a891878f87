set local lock_timeout = '5s';

-- Null until the first change that a process of this version makes: then the time of creation.
alter table emails add column updated_at timestamptz;
create index emails_updated_idx on emails (organization_id, coalesce(updated_at, created_at), id);

-- The order of invoices by amount due: the same expression as in the query. Nothing is due on a draft yet.
create index invoices_amount_due_idx on invoices (organization_id, (
  case when status in ('paid', 'void', 'refunded') then 0
    when status = 'draft' then -1
    else greatest(total - amount_paid + amount_refunded, 0) end), id);
