set local lock_timeout = '5s';

-- Changes in order of time. POST requests that only read have kinds in common with changes and may be far more.
create index audit_log_change_idx on audit_log (
  uuid_hash_extended(organization_id, uuid_hash_extended(actor_id,
    hashtextextended(method, status * 2 + (path = '/v1/usage/record')::int))),
  requested_at
) where method not in ('GET', 'HEAD', 'OPTIONS') and path not in ('/v1/usage/record', '/v1/usage/estimate',
  '/v1/invoices/preview', '/v1/pricing-strategies/preview', '/v1/subscriptions/preview');
