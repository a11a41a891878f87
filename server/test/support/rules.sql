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
create trigger version_is_raised before update on subscriptions
  for each row execute function must_raise_version();
create trigger version_is_raised before update on payments
  for each row execute function must_raise_version();

-- The recorded quantity of an event never changes. Its billed quantity changes only by corrections in
-- the same transaction, and so does its cost after the first one.
create function must_be_corrected() returns trigger language plpgsql as $$
declare
  corrected record;
begin
  if new.quantity is distinct from old.quantity then
    raise exception 'the quantity that was recorded does not change';
  end if;
  select coalesce(sum(quantity), 0) as quantity, coalesce(sum(cost), 0) as cost into corrected
  from event_corrections
  where customer_id = new.customer_id and event_id = new.id
    and xmin::text = (pg_current_xact_id()::text::numeric % 4294967296)::text;
  if old.rejected_quantity - new.rejected_quantity is distinct from corrected.quantity
    or (old.usage_cost is not null
      and new.usage_cost - old.usage_cost is distinct from corrected.cost) then
    raise exception 'event % was changed by % and its corrections say %',
      new.id, (old.rejected_quantity - new.rejected_quantity, new.usage_cost - old.usage_cost), corrected;
  end if;
  return null;
end $$;
create constraint trigger event_is_corrected after update on usage_events
  deferrable initially deferred for each row execute function must_be_corrected();
