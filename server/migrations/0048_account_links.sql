set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Whether mails to customers say where they can ask for a link to their portal.
alter table organizations add column account_link_in_mails boolean not null default false;

-- How often a customer has asked for a link of late: one row each, so that nobody is flooded with mails.
create table portal_link_requests (
  customer_id uuid not null
    constraint portal_link_requests_customer_fkey references customers (id),
  organization_id uuid not null,
  asked_at timestamptz not null,
  -- So many times since then.
  counted_from timestamptz not null,
  times integer not null,
  constraint portal_link_requests_pkey primary key (customer_id)
);
select app.place('portal_link_requests', 'distributed', 'customer_id');

-- What is there was written under the narrower rule.
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  check (kind in ('invoice', 'reminder', 'receipt', 'payment', 'refund', 'void', 'portal_link',
    'address_change')) not valid;
