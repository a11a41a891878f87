set local lock_timeout = '5s';

-- The id of the object that a POST answered, and the id of the request, of changes other than recording usage. Not
-- null, so that entries without them need no bitmap of nulls.
alter table audit_log add column object_id text not null default '';
alter table audit_log add column request_id text not null default '';
