set local lock_timeout = '5s';

-- Each alert once, written with its outbox event. On the coordinator like the events, so that one commit has both.
create table budget_alerts (
  id uuid not null,
  organization_id uuid not null,
  -- Null: of all customers together.
  customer_id uuid,
  budget_id uuid not null,
  budget_name text not null,
  kind text not null constraint budget_alerts_kind_check check (kind in ('threshold', 'exceeded', 'blocked')),
  -- In percent; 100 of an exceeded budget, 0 of a blocked run.
  threshold numeric not null,
  measure text not null,
  -- Of the budget when the threshold was reached: another amount has alerts of its own. 0 of a blocked run.
  amount numeric not null,
  -- The limit at that time, which follows the revenue for a margin.
  limit_amount numeric not null,
  currency text,
  spent numeric not null,
  held numeric not null,
  uncosted_event_count integer not null,
  -- Of a rolling window the start of its slot; of a blocked run the hour.
  window_starts_at timestamptz not null,
  resets_at timestamptz,
  -- The first decision of the hour that blocked a run.
  decision_id uuid,
  created_at timestamptz not null,
  constraint budget_alerts_pkey primary key (id)
);
create unique index budget_alerts_once_key on budget_alerts
  (budget_id, coalesce(customer_id, budget_id), window_starts_at, kind, threshold, amount);
create index budget_alerts_created_idx on budget_alerts (created_at);
select app.place('budget_alerts', 'local');

-- Emails about alerts that are to be sent; deleted once they are.
create table budget_alert_mails (
  organization_id uuid not null,
  email text not null,
  alert_id uuid not null,
  attempts integer not null,
  next_attempt_at timestamptz not null,
  constraint budget_alert_mails_pkey primary key (organization_id, email, alert_id)
);
create index budget_alert_mails_due_idx on budget_alert_mails (next_attempt_at);
select app.place('budget_alert_mails', 'local');
