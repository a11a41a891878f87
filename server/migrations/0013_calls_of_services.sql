set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- An entry of services[] may sum up several calls, which decides whether it was a long context. An
-- event that waits for its cost must know it too; of a record with one service, quantity says
-- something else. What has its cost already keeps it.
update usage_events events set services = (
  select json_agg(
    case when service.value ->> 'quantity' in ('0', '1') then service.value
      else (service.value::jsonb || jsonb_build_object('calls', service.value -> 'quantity'))::json
    end order by service.ordinality)
  from json_array_elements(events.services) with ordinality as service)
from uncosted_services uncosted, raw_usage_events raw
where uncosted.customer_id = events.customer_id and uncosted.event_id = events.id
  and uncosted.usage_date = events.usage_date
  and raw.customer_id = events.customer_id and raw.id = events.raw_event_id
  and events.services::text ~ '"quantity":([2-9]|[0-9]{2})'
  and json_typeof(raw.payload -> 'services') = 'array';
