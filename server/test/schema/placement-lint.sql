-- Lists what in the schema would fail on Citus, by the placement of each table. Returns no rows if valid.
with tables as (
  select class.oid, class.oid::regclass as name, placement.kind, placement.col
  from pg_class class
  join pg_namespace namespace on namespace.oid = class.relnamespace
  left join app.placement placement on placement.name = class.relname
  where class.relkind in ('r', 'p')
    and namespace.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
    and namespace.nspname !~ '^pg_(toast|temp)'
    and namespace.nspname <> 'app'
),
distributed as (
  select tables.*, attribute.attnum, attribute.attnotnull, attribute.atttypid
  from tables
  left join pg_attribute attribute on attribute.attrelid = tables.oid
    and attribute.attname = tables.col
  where kind = 'distributed'
),
foreign_keys as (
  select con.*, child.kind as child_kind, parent.kind as parent_kind,
    (select attnum from pg_attribute where attrelid = con.conrelid and attname = child.col)
      as child_column,
    (select attnum from pg_attribute where attrelid = con.confrelid and attname = parent.col)
      as parent_column
  from pg_constraint con
  join tables child on child.oid = con.conrelid
  join tables parent on parent.oid = con.confrelid
  where con.contype = 'f'
)
select 'table has no placement' as rule, name::text as object from tables where kind is null
union all
select 'distribution column is missing, nullable or no uuid', name::text from distributed
where attnum is null or not attnotnull or atttypid <> 'uuid'::regtype
union all
select 'unique index without the distribution column', indexrelid::regclass::text
from distributed join pg_index on indrelid = oid
where indisunique and not attnum = any (indkey::int2[])
union all
select 'no primary key', name::text from tables
where kind in ('distributed', 'reference')
  and not exists (select from pg_index where indrelid = oid and indisprimary)
union all
select 'trigger on a table that is not local', name::text
from tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
where kind in ('distributed', 'reference')
union all
select 'foreign key between distributed tables without the distribution columns', conname::text
from foreign_keys
where child_kind = 'distributed' and parent_kind = 'distributed'
  and not exists (
    select from unnest(conkey, confkey) as pair (child, parent)
    where child = child_column and parent = parent_column
  )
union all
select 'foreign key to a distributed table from one that is not', conname::text
from foreign_keys where child_kind <> 'distributed' and parent_kind = 'distributed'
union all
select 'foreign key from a distributed or reference table to a local one', conname::text
from foreign_keys where child_kind in ('distributed', 'reference') and parent_kind = 'local'
union all
select 'name longer than 45 characters', index_class.relname::text
from tables
join pg_index on indrelid = tables.oid
join pg_class index_class on index_class.oid = indexrelid
where kind in ('distributed', 'reference') and length(index_class.relname) > 45;
