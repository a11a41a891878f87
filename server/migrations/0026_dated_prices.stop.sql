set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- A process of the version before would bill the first price of a strategy although another one is in force.

-- Prices of a strategy from a day on; its own row is the price since always. The day on which a billing period begins
-- chooses. Null columns are those that the model of the price does not have.
create table strategy_prices (
  id uuid not null,
  organization_id uuid not null,
  strategy_id uuid not null
    constraint strategy_prices_strategy_fkey references pricing_strategies (id),
  effective_from date not null,
  -- new: subscriptions that start on effective_from or later.
  audience text not null constraint strategy_prices_audience_check check (audience in ('everyone', 'new')),
  pricing_model text
    constraint strategy_prices_pricing_model_check
      check (pricing_model in ('flat', 'package', 'graduated', 'volume', 'credit_pool')),
  rate numeric constraint strategy_prices_rate_check check (rate >= 0),
  package_size numeric constraint strategy_prices_package_size_check check (package_size > 0),
  tiers jsonb,
  -- The request that made it: one price, or a change of many.
  change_id uuid not null,
  created_at timestamptz not null,
  constraint strategy_prices_pkey primary key (id),
  constraint strategy_prices_price_check check (
    (package_size is not null) = (coalesce(pricing_model, 'flat') = 'package')
    and case when coalesce(pricing_model, 'flat') in ('flat', 'package')
      then rate is not null and tiers is null
      else rate is null and tiers is not null
    end
  )
);
create unique index strategy_prices_date_key on strategy_prices (strategy_id, effective_from, audience);
create index strategy_prices_change_idx on strategy_prices (change_id);
select app.place('strategy_prices', 'reference');

-- Prices that one subscription has instead of those of its plan.
create table subscription_prices (
  customer_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  subscription_id uuid not null,
  strategy_id uuid not null,
  -- Null: since always.
  effective_from date,
  -- From here the plan's price again; such a row has no price.
  is_plan_price boolean not null,
  pricing_model text
    constraint subscription_prices_pricing_model_check
      check (pricing_model in ('flat', 'package', 'graduated', 'volume', 'credit_pool')),
  rate numeric constraint subscription_prices_rate_check check (rate >= 0),
  package_size numeric constraint subscription_prices_package_size_check check (package_size > 0),
  tiers jsonb,
  note text,
  created_at timestamptz not null,
  constraint subscription_prices_pkey primary key (customer_id, id),
  constraint subscription_prices_subscription_fkey
    foreign key (customer_id, subscription_id) references subscriptions (customer_id, id),
  constraint subscription_prices_price_check check (
    case when is_plan_price
      then rate is null and tiers is null and pricing_model is null and package_size is null
      else (package_size is not null) = (coalesce(pricing_model, 'flat') = 'package')
        and case when coalesce(pricing_model, 'flat') in ('flat', 'package')
          then rate is not null and tiers is null
          else rate is null and tiers is not null
        end
    end
  )
);
create unique index subscription_prices_date_key
  on subscription_prices (customer_id, subscription_id, strategy_id, effective_from) nulls not distinct;
create index subscription_prices_organization_idx on subscription_prices (organization_id, subscription_id);
select app.place('subscription_prices', 'distributed', 'customer_id');

-- Previews of changes of prices only read: they are no changes.
drop index audit_log_change_idx;
create index audit_log_change_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
) where method not in ('GET', 'HEAD', 'OPTIONS') and path not in ('/v1/usage/record', '/v1/usage/estimate',
  '/v1/invoices/preview', '/v1/pricing-strategies/preview', '/v1/subscriptions/preview', '/v1/repricing-runs/preview',
  '/v1/guard/checks', '/v1/attribution-rules/preview', '/v1/price-changes/preview', '/v1/otlp/v1/traces',
  '/v1/otlp/v1/logs', '/v1/otlp/v1/metrics', '/v1/ingest/litellm', '/v1/ingest/cloudevents');
