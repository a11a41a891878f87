set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would count the periods of a successor from its own start, and bill whole pools.

-- A change of plan ends a subscription and starts its successor on the same day, of the same customer.
alter table subscriptions add column replaces_id uuid;
alter table subscriptions add column replaced_by_id uuid;
-- The first subscription of a successor: all with it are one deal. Null: the subscription itself.
alter table subscriptions add column deal_id uuid;
-- The end before the change, which taking it back restores.
alter table subscriptions add column replaced_end jsonb;
-- The day from which the cycle counts. Null: the start date.
alter table subscriptions add column cycle_from date;
alter table subscription_past_terms add column cycle_from date;
-- False: one-time fees of the plan are not due.
alter table subscriptions add column owes_onetime boolean not null default true;

alter table subscriptions add constraint subscriptions_replaced_check
  check ((replaced_by_id is null) = (replaced_end is null));
alter table subscriptions add constraint subscriptions_deal_check
  check ((replaces_id is null) = (deal_id is null));

create unique index subscriptions_replaces_key on subscriptions (customer_id, replaces_id)
  where replaces_id is not null and deleted_at is null;
