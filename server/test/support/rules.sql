-- Rules for every update, whatever code runs it. Only test databases have these triggers, because
-- Citus supports none on distributed tables.

create function must_raise_version() returns trigger language plpgsql as $$
begin
  if new.version <= old.version then
    raise exception 'an update of % must raise its version', tg_table_name;
  end if;
  return new;
end $$;
create trigger version_is_raised before update on invoices
  for each row execute function must_raise_version();
-- `next_period_end` is not shown, so it does not raise the version. Rows are compared as text,
-- because JSON may have numbers that no other type holds.
create function must_raise_shown_version() returns trigger language plpgsql as $$
declare
  shown subscriptions := new;
begin
  shown.next_period_end := old.next_period_end;
  if shown::text <> old::text and new.version <= old.version then
    raise exception 'an update of % must raise its version', tg_table_name;
  end if;
  return new;
end $$;
create trigger version_is_raised before update on subscriptions
  for each row execute function must_raise_shown_version();
create trigger version_is_raised before update on payments
  for each row execute function must_raise_version();

-- The quantity of an event, its billed quantity, and its cost after the first one, change only by
-- corrections in the same transaction.
create function must_be_corrected() returns trigger language plpgsql as $$
declare
  said record;
begin
  select
    coalesce(sum(quantity) filter (where kind in ('void', 'amend')), 0) as quantity,
    coalesce(sum(quantity) filter (where kind not in ('void', 'amend')), 0) as billed,
    coalesce(sum(cost), 0) as cost
  into said
  from event_corrections
  where customer_id = new.customer_id and event_id = new.id
    and xmin::text = (pg_current_xact_id()::text::numeric % 4294967296)::text;
  if new.quantity - old.quantity is distinct from said.quantity
    or old.rejected_quantity - new.rejected_quantity is distinct from said.billed
    or (old.usage_cost is not null
      and coalesce(new.usage_cost, 0) - old.usage_cost is distinct from said.cost) then
    raise exception 'event % was changed by % and its corrections say %', new.id,
      (new.quantity - old.quantity, old.rejected_quantity - new.rejected_quantity,
        coalesce(new.usage_cost, 0) - old.usage_cost), said;
  end if;
  return null;
end $$;
create constraint trigger event_is_corrected after update on usage_events
  deferrable initially deferred for each row execute function must_be_corrected();

-- A change of a fact from which earnings follow marks its customer, or its plan, in the same transaction.
create function is_of_this_transaction(row_xmin xid) returns boolean language sql as $$
  select row_xmin::text = (pg_current_xact_id()::text::numeric % 4294967296)::text
$$;

-- Also of all plans, which are all customers of the organization.
create function is_swept(organization uuid, plan uuid) returns boolean language sql as $$
  select exists (
    select from earning_sweeps
    where organization_id = organization and (plan_id is null or plan_id = plan) and is_of_this_transaction(xmin)
  )
$$;

create function require_mark(organization uuid, customer uuid, first_day date, last_day date)
returns void language plpgsql as $$
begin
  if not is_swept(organization, null) and not exists (
    select from earning_marks marks
    where marks.organization_id = organization and is_of_this_transaction(marks.xmin)
      and customer = any(marks.customer_ids)
      and marks.first_day <= require_mark.first_day and marks.last_day >= require_mark.last_day
  ) then
    raise exception 'customer % changed from % to % without a mark', customer, first_day, last_day;
  end if;
end $$;

create function usage_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(new.organization_id, new.customer_id, new.day, new.day);
  return null;
end $$;
create constraint trigger earnings_are_marked after insert or update on usage_days
  deferrable initially deferred for each row execute function usage_must_mark();

create function subscription_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(new.organization_id, new.customer_id, '-infinity', 'infinity');
  return null;
end $$;
create constraint trigger earnings_are_marked after insert on subscriptions
  deferrable initially deferred for each row execute function subscription_must_mark();
create constraint trigger earnings_are_marked_again
  after update of plan_id, agent_id, seats_count, start_date, end_date, end_at, starts_at, ends_at,
    billing_cycle, custom_cycle_days, billing_day, anchor_date, moved_period_date, timezone, deleted_at,
    replaces_id, replaced_by_id, cycle_from, owes_onetime
  on subscriptions
  deferrable initially deferred for each row execute function subscription_must_mark();
create constraint trigger earnings_are_marked after insert or update on subscription_past_terms
  deferrable initially deferred for each row execute function subscription_must_mark();

create function seats_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(coalesce(new.organization_id, old.organization_id),
    coalesce(new.customer_id, old.customer_id), '-infinity', 'infinity');
  return null;
end $$;
create constraint trigger earnings_are_marked after insert or update or delete on subscription_seats
  deferrable initially deferred for each row execute function seats_must_mark();

create function customer_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(new.organization_id, new.id, '-infinity', 'infinity');
  return null;
end $$;
create constraint trigger earnings_are_marked after update on customers
  deferrable initially deferred for each row when (old.timezone is distinct from new.timezone)
  execute function customer_must_mark();

create function invoice_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(new.organization_id, new.customer_id,
    (new.period_start at time zone 'UTC')::date, (new.period_end at time zone 'UTC')::date);
  return null;
end $$;
create constraint trigger earnings_are_marked after update on invoices
  deferrable initially deferred for each row
  when (new.kind <> 'top_up' and (old.status in ('draft', 'void')) <> (new.status in ('draft', 'void')))
  execute function invoice_must_mark();

create function strategy_must_mark() returns trigger language plpgsql as $$
begin
  if exists (select from subscriptions where plan_id = new.plan_id)
    and not is_swept(new.organization_id, new.plan_id) then
    raise exception 'prices of plan % changed without a sweep', new.plan_id;
  end if;
  return null;
end $$;
create constraint trigger earnings_are_marked after insert on pricing_strategies
  deferrable initially deferred for each row execute function strategy_must_mark();
create constraint trigger earnings_are_marked_again
  after update of charge_type, pricing_model, signal_id, rate, tiers, is_active, deleted_at on pricing_strategies
  deferrable initially deferred for each row execute function strategy_must_mark();

create function strategy_price_must_mark() returns trigger language plpgsql as $$
declare
  plan uuid := (select plan_id from pricing_strategies where id = coalesce(new.strategy_id, old.strategy_id));
begin
  if exists (select from subscriptions where plan_id = plan)
    and not is_swept(coalesce(new.organization_id, old.organization_id), plan) then
    raise exception 'dated prices of plan % changed without a sweep', plan;
  end if;
  return null;
end $$;
create constraint trigger earnings_are_marked after insert or update or delete on strategy_prices
  deferrable initially deferred for each row execute function strategy_price_must_mark();

create function subscription_price_must_mark() returns trigger language plpgsql as $$
begin
  perform require_mark(coalesce(new.organization_id, old.organization_id),
    coalesce(new.customer_id, old.customer_id), '-infinity', 'infinity');
  return null;
end $$;
create constraint trigger earnings_are_marked after insert or update or delete on subscription_prices
  deferrable initially deferred for each row execute function subscription_price_must_mark();

create function included_must_mark() returns trigger language plpgsql as $$
declare
  plan uuid := coalesce(new.plan_id, old.plan_id);
begin
  if exists (select from subscriptions where plan_id = plan)
    and not is_swept(coalesce(new.organization_id, old.organization_id), plan) then
    raise exception 'included signals of plan % changed without a sweep', plan;
  end if;
  return null;
end $$;
create constraint trigger earnings_are_marked after insert or delete on included_signals
  deferrable initially deferred for each row execute function included_must_mark();
