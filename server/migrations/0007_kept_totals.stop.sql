-- The sums of organization_earned_days by kind and currency: charts by day read them instead of each plan and agent.
create table organization_earned_day_totals (
  organization_id uuid not null,
  day date not null,
  kind smallint not null,
  currency text not null,
  quantity numeric not null,
  earned numeric not null,
  invoiced numeric not null,
  realised numeric not null,
  realised_invoiced numeric not null,
  cost numeric not null,
  event_count bigint not null,
  uncosted_event_count bigint not null,
  constraint organization_earned_day_totals_pkey primary key (organization_id, day, kind, currency)
) with (fillfactor = 75);
select app.place('organization_earned_day_totals', 'local');

insert into organization_earned_day_totals (organization_id, day, kind, currency, quantity, earned,
  invoiced, realised, realised_invoiced, cost, event_count, uncosted_event_count)
select organization_id, day, kind, currency, sum(quantity), sum(earned), sum(invoiced), sum(realised),
  sum(realised_invoiced), sum(cost), sum(event_count), sum(uncosted_event_count)
from organization_earned_days
group by organization_id, day, kind, currency;

-- Events as running sums, as revenue and cost: the customers with the most events of a window are found by them.
alter table customer_earned_months
  add column events_until bigint[] not null default '{}',
  add column events_before bigint not null default 0;

update customer_earned_months kept set events_until = sums.events_until
from (
  select customer_id, month, currency, array_agg(events order by day) as events_until
  from (
    select customer_id, month, currency, day,
      sum(sum(event_count)) over (partition by customer_id, month, currency order by day)::bigint as events
    from (
      select months.customer_id, months.month, months.currency, of_day.day,
        coalesce(of_day.event_count, 0) as event_count,
        months.kind between 1 and 5 and coalesce(of_day.earned, 0) <> 0
          or coalesce(of_day.cost, 0) <> 0 or coalesce(of_day.event_count, 0) <> 0 as is_counted
      from earned_months months
      cross join lateral unnest(months.days, months.earned, months.cost, months.event_count)
        as of_day (day, earned, cost, event_count)
    ) by_place
    where is_counted
    group by customer_id, month, currency, day
  ) by_day
  group by customer_id, month, currency
) sums
where sums.customer_id = kept.customer_id and sums.month = kept.month and sums.currency = kept.currency;

update customer_earned_months kept set events_before = running.events_before
from (
  select customer_id, month, currency, coalesce(sum(events_until[cardinality(events_until)]) over (
    partition by customer_id, currency order by month
    rows between unbounded preceding and 1 preceding), 0)::bigint as events_before
  from customer_earned_months
) running
where running.customer_id = kept.customer_id and running.month = kept.month
  and running.currency = kept.currency and running.events_before <> 0;

alter table customer_earned_months
  alter column events_until drop default,
  alter column events_before drop default;

-- A strategy may move to another signal: what invoices billed keeps the former one.
alter table earned_months drop constraint earned_months_pkey;
alter table earned_months add constraint earned_months_pkey
  primary key (customer_id, month, subscription_id, kind, source_id, signal_id);
alter table organization_earned_days drop constraint organization_earned_days_pkey;
alter table organization_earned_days add constraint organization_earned_days_pkey
  primary key (organization_id, day, plan_id, agent_id, kind, source_id, signal_id, currency);
alter table organization_earned_months drop constraint organization_earned_months_pkey;
alter table organization_earned_months add constraint organization_earned_months_pkey
  primary key (organization_id, month, plan_id, agent_id, kind, source_id, signal_id, currency);

-- What was invoiced under a former signal is kept under the present one: computed again.
insert into earning_sweeps (organization_id, id, plan_id, done_until, marked_at)
select strategies.organization_id, gen_random_uuid(), strategies.plan_id, null, now()
from pricing_strategies strategies
join (
  select distinct strategy_id, signal_id from invoice_lines where strategy_id is not null
) billed on billed.strategy_id = strategies.id and billed.signal_id <> strategies.signal_id
group by strategies.organization_id, strategies.plan_id;
