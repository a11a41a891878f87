set local lock_timeout = '5s';

-- Signals that the fees of a plan cover: their work needs no price of its own. Invoices do not depend on it.
create table included_signals (
  plan_id uuid not null constraint included_signals_plan_fkey references pricing_plans (id),
  signal_id uuid not null constraint included_signals_signal_fkey references signals (id),
  organization_id uuid not null,
  created_at timestamptz not null,
  constraint included_signals_pkey primary key (plan_id, signal_id)
);
create index included_signals_signal_idx on included_signals (signal_id);
select app.place('included_signals', 'reference');
