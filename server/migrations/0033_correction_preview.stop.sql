set local lock_timeout = '5s';

-- Previews of corrections of many events only read: they are no changes.
drop index audit_log_change_idx;
create index audit_log_change_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
) where method not in ('GET', 'HEAD', 'OPTIONS') and path not in ('/v1/usage/record', '/v1/usage/estimate',
  '/v1/invoices/preview', '/v1/pricing-strategies/preview', '/v1/subscriptions/preview', '/v1/repricing-runs/preview',
  '/v1/guard/checks', '/v1/attribution-rules/preview', '/v1/price-changes/preview', '/v1/events/corrections/preview',
  '/v1/otlp/v1/traces', '/v1/otlp/v1/logs', '/v1/otlp/v1/metrics', '/v1/ingest/litellm', '/v1/ingest/cloudevents');
