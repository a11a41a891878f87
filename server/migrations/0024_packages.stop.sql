set local lock_timeout = '5s';

-- A process of the version before cannot price packages, and refuses tiers with flat fees, which are in the JSON of tiers.
alter table pricing_strategies add column package_size numeric
  constraint pricing_strategies_package_size_check check (package_size > 0);
alter table pricing_strategies drop constraint pricing_strategies_pricing_model_check;
alter table pricing_strategies add constraint pricing_strategies_pricing_model_check
  check (pricing_model in ('flat', 'package', 'graduated', 'volume', 'credit_pool'));
alter table pricing_strategies drop constraint pricing_strategies_price_check;
alter table pricing_strategies add constraint pricing_strategies_price_check check (
  (package_size is not null) = (coalesce(pricing_model, 'flat') = 'package')
  and case when coalesce(pricing_model, 'flat') in ('flat', 'package')
    then rate is not null and tiers is null
    else rate is null and tiers is not null
  end
);
