-- The sums of organization_earned_days by month: long windows read them instead of each day.
create table organization_earned_months (
  organization_id uuid not null,
  month date not null,
  plan_id uuid not null,
  agent_id uuid not null,
  kind smallint not null,
  source_id uuid not null,
  currency text not null,
  signal_id uuid not null,
  quantity numeric not null,
  earned numeric not null,
  invoiced numeric not null,
  realised numeric not null,
  realised_invoiced numeric not null,
  cost numeric not null,
  event_count bigint not null,
  uncosted_event_count bigint not null,
  constraint organization_earned_months_pkey
    primary key (organization_id, month, plan_id, agent_id, kind, source_id, currency)
) with (fillfactor = 75);
select app.place('organization_earned_months', 'local');

insert into organization_earned_months (organization_id, month, plan_id, agent_id, kind, source_id,
  currency, signal_id, quantity, earned, invoiced, realised, realised_invoiced, cost, event_count,
  uncosted_event_count)
select organization_id, date_trunc('month', day::timestamp)::date, plan_id, agent_id, kind, source_id,
  currency, (array_agg(signal_id))[1], sum(quantity), sum(earned), sum(invoiced), sum(realised),
  sum(realised_invoiced), sum(cost), sum(event_count), sum(uncosted_event_count)
from organization_earned_days
group by organization_id, date_trunc('month', day::timestamp), plan_id, agent_id, kind, source_id, currency;

-- Sums by model are closed again: more customers have them now.
delete from closed_sums where sums in ('customer_model_days', 'customer_model_months');
