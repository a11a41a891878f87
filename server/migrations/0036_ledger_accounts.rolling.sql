set local lock_timeout = '5s';

-- Codes of the accounts in the journal, by account; those not in it are the defaults.
alter table organizations add column ledger_accounts jsonb not null default '{}'
  constraint organizations_ledger_accounts_check check (jsonb_typeof(ledger_accounts) = 'object');
