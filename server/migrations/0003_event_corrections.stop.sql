set local lock_timeout = '5s';

-- What replaces quantity and services of the record, as JSON text; null: the event was never corrected. A process
-- of the version before would read the record instead.
alter table usage_events add column corrected_work text;
alter table usage_events add column corrected_at timestamptz;
alter table usage_events add column voided_at timestamptz;

-- Values of an event before and after it was voided or amended. quantity and cost are the differences; a cost
-- that was not known before is 0 in them. Numbered for each event, so that their order needs no clock.
alter table event_corrections drop constraint event_corrections_kind_check;
alter table event_corrections
  add constraint event_corrections_kind_check check (kind in ('rejection', 'recost', 'void', 'amend'));
alter table event_corrections add column number integer;
alter table event_corrections add column quantity_before numeric;
alter table event_corrections add column quantity_after numeric;
alter table event_corrections add column cost_before numeric;
alter table event_corrections add column cost_after numeric;
alter table event_corrections add column work_before text;
alter table event_corrections
  add constraint event_corrections_values_check check (
    kind not in ('void', 'amend') or (number is not null and quantity_before is not null
      and quantity_after is not null and work_before is not null)
  );
