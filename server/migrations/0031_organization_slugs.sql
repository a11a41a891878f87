set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- What an organization is called in the addresses of its pages: the letters and digits of its name. Words of our own
-- addresses get a number, and of several organizations with one slug all but the oldest the end of their id.
alter table organizations add column slug text;
with named as (
  select id, created_at, trim(both '-' from left(trim(both '-' from regexp_replace(
      lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g')), 32)) as slug
  from organizations
), allowed as (
  select id, created_at, case
      when slug = '' then 'organization-1'
      when slug in ('about', 'account', 'admin', 'api', 'app', 'assets', 'auth', 'billing', 'blog', 'checkout',
        'dashboard', 'docs', 'forgot-password', 'health', 'healthz', 'help', 'home', 'invitation', 'login', 'logout',
        'me', 'metrics', 'new', 'null', 'o', 'openapi', 'organization', 'organizations', 'pay', 'piecework', 'portal',
        'r', 'readyz', 'reset-password', 'root', 'security', 'session', 'settings', 'setup', 'sign-in', 'sign-out',
        'sign-up', 'signup', 'static', 'status', 'support', 'system', 'undefined', 'v1', 'web', 'webhooks', 'www')
        then slug || '-1'
      else slug
    end as slug
  from named
), numbered as (
  select id, slug, row_number() over (partition by slug order by created_at, id) as number from allowed
)
update organizations set slug = case
    when number = 1 then numbered.slug
    else trim(both '-' from left(numbered.slug, 19)) || '-' || right(numbered.id::text, 12)
  end
from numbered where numbered.id = organizations.id;
alter table organizations alter column slug set not null;
alter table organizations add constraint organizations_slug_check
  check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 32);
create unique index organizations_slug_key on organizations (slug);
