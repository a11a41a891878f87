set local lock_timeout = '5s';
set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';

-- Rates that an organization set itself: a percentage off the catalog's, or rates in USD for a million tokens or for one
-- unit. Rows are only added; a withdrawn one prices no further event, and events that it priced keep it.
create table cost_rates (
  id uuid not null,
  organization_id uuid not null constraint cost_rates_organization_fkey references organizations (id),
  provider text not null,
  -- Null: all models of the provider.
  model text,
  -- Null: every tier without a rate of its own.
  service_tier text,
  -- Null: always.
  effective_from timestamptz,
  percent_off numeric constraint cost_rates_percent_check check (percent_off >= 0 and percent_off <= 100),
  input_rate numeric constraint cost_rates_input_check check (input_rate >= 0),
  output_rate numeric constraint cost_rates_output_check check (output_rate >= 0),
  cache_read_rate numeric constraint cost_rates_cache_read_check check (cache_read_rate >= 0),
  cache_write_rate numeric constraint cost_rates_cache_write_check check (cache_write_rate >= 0),
  cache_write1h_rate numeric constraint cost_rates_cache_write1h_check check (cache_write1h_rate >= 0),
  unit_rate numeric constraint cost_rates_unit_check check (unit_rate >= 0),
  note text,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint cost_rates_pkey primary key (id),
  constraint cost_rates_price_check check (
    case
      when percent_off is not null then num_nonnulls(input_rate, output_rate, cache_read_rate, cache_write_rate,
        cache_write1h_rate, unit_rate) = 0
      when unit_rate is not null then num_nonnulls(input_rate, output_rate, cache_read_rate, cache_write_rate,
        cache_write1h_rate) = 0
      else num_nonnulls(input_rate, output_rate) > 0
    end
  ),
  constraint cost_rates_provider_check check (model is not null or percent_off is not null)
);
create index cost_rates_organization_idx on cost_rates (organization_id, created_at, id);
select app.place('cost_rates', 'reference');

-- A rate for cache writes of one hour, and the rates of service tiers.
alter table catalog_prices add column cache_write1h_rate numeric;
alter table catalog_prices
  add constraint catalog_prices_cache_write1h_check check (cache_write1h_rate >= 0);
alter table catalog_prices add column service_tiers jsonb not null default '[]';
