set local lock_timeout = '5s';

-- By name: on Citus a table that comes to be distributed may become another one, which a regclass
-- would not follow.
create table app.placements (
  name text constraint placements_pkey primary key,
  kind text not null
    constraint placements_kind_check check (kind in ('distributed', 'reference', 'local')),
  col text
);
insert into app.placements (name, kind, col)
select class.relname, placement.kind, placement.col
from app.placement placement join pg_class class on class.oid = placement.rel;
drop function app.place(regclass, text, name);
drop table app.placement;
alter table app.placements rename to placement;

create function app.place(table_name text, table_kind text, column_name text default null)
returns void
language plpgsql as $$
begin
  insert into app.placement (name, kind, col) values (table_name, table_kind, column_name);
  if exists (select from pg_extension where extname = 'citus') then
    if table_kind = 'distributed' then
      execute format('select create_distributed_table(%L, %L)', table_name, column_name);
    elsif table_kind = 'reference' then
      execute format('select create_reference_table(%L)', table_name);
    end if;
  end if;
end
$$;
