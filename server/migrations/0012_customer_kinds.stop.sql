set local lock_timeout = '5s';

-- The sums of earned_months of a customer by kind, as running sums within the month: a window is the differences of two
-- values of each month. Arrays are null where all amounts are zero.
create table customer_kind_months (
  customer_id uuid not null,
  month date not null,
  kind smallint not null,
  currency text not null,
  organization_id uuid not null,
  days smallint[] not null,
  quantity_until numeric[],
  realised_until numeric[],
  realised_invoiced_until numeric[],
  cost_until numeric[],
  event_count_until bigint[],
  uncosted_event_count_until bigint[],
  constraint customer_kind_months_pkey primary key (customer_id, month, kind, currency)
);
select app.place('customer_kind_months', 'distributed', 'customer_id');

insert into customer_kind_months (customer_id, month, kind, currency, organization_id, days,
  quantity_until, realised_until, realised_invoiced_until, cost_until, event_count_until,
  uncosted_event_count_until)
select customer_id, month, kind, currency, organization_id, array_agg(day order by day),
  case when bool_or(quantity <> 0) then array_agg(quantity_until order by day) end,
  case when bool_or(realised <> 0) then array_agg(realised_until order by day) end,
  case when bool_or(realised_invoiced <> 0) then array_agg(realised_invoiced_until order by day) end,
  case when bool_or(cost <> 0) then array_agg(cost_until order by day) end,
  case when bool_or(event_count <> 0) then array_agg(event_count_until order by day) end,
  case when bool_or(uncosted_event_count <> 0) then array_agg(uncosted_event_count_until order by day) end
from (
  select *, sum(quantity) over until_day as quantity_until,
    sum(realised) over until_day as realised_until,
    sum(realised_invoiced) over until_day as realised_invoiced_until,
    sum(cost) over until_day as cost_until,
    (sum(event_count) over until_day)::bigint as event_count_until,
    (sum(uncosted_event_count) over until_day)::bigint as uncosted_event_count_until
  from (
    select months.customer_id, months.month, months.kind, months.currency, months.organization_id,
      of_day.day, coalesce(sum(of_day.quantity), 0) as quantity,
      coalesce(sum(of_day.realised), 0) as realised,
      coalesce(sum(of_day.realised_invoiced), 0) as realised_invoiced,
      coalesce(sum(of_day.cost), 0) as cost, coalesce(sum(of_day.event_count), 0) as event_count,
      coalesce(sum(of_day.uncosted_event_count), 0) as uncosted_event_count
    from earned_months months
    cross join lateral unnest(months.days, months.quantity, months.realised,
      months.realised_invoiced, months.cost, months.event_count, months.uncosted_event_count)
      as of_day (day, quantity, realised, realised_invoiced, cost, event_count, uncosted_event_count)
    group by months.customer_id, months.month, months.kind, months.currency, months.organization_id,
      of_day.day
  ) by_day
  where quantity <> 0 or realised <> 0 or realised_invoiced <> 0 or cost <> 0 or event_count <> 0
    or uncosted_event_count <> 0
  window until_day as (partition by customer_id, month, kind, currency order by day)
) running
group by customer_id, month, kind, currency, organization_id;
