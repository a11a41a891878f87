set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- Citus ends a transaction in two phases only if it knows that several nodes have written, and of tables
-- that are the coordinator's own it knows nothing: a node would commit what belongs to one customer before the
-- coordinator commits the mail and the event about it, and a crash between would lose these. Writing
-- nothing into a distributed table, in the way in which Citus copies rows, asks for two phases. The table is
-- for this alone and always empty: nobody waits for a lock of another one.
create table joined_commits (
  customer_id uuid not null,
  constraint joined_commits_pkey primary key (customer_id)
);
select app.place('joined_commits', 'distributed', 'customer_id');

create function app.commit_in_two_phases() returns trigger
language plpgsql as $$
begin
  if current_setting('app.two_phases', true) is distinct from 'on' then
    insert into public.joined_commits (customer_id) select null::uuid from app.placement where false;
    perform set_config('app.two_phases', 'on', true);
  end if;
  return null;
end
$$;

-- For a local table on Citus; on plain PostgreSQL one commit is one commit, and nothing is done.
create function app.join_commits(table_name text) returns void
language plpgsql as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    execute format('create or replace trigger %I after insert or update or delete on public.%I
      for each statement execute function app.commit_in_two_phases()',
      table_name || '_two_phases', table_name);
  end if;
end
$$;

create or replace function app.place(table_name text, table_kind text, column_name text default null)
returns void
language plpgsql as $$
begin
  insert into app.placement (name, kind, col) values (table_name, table_kind, column_name);
  if exists (select from pg_extension where extname = 'citus') then
    if table_kind = 'distributed' then
      execute format('select create_distributed_table(%L, %L)', table_name, column_name);
    elsif table_kind = 'reference' then
      execute format('select create_reference_table(%L)', table_name);
    else
      perform app.join_commits(table_name);
    end if;
  end if;
end
$$;

select app.join_commits(name) from app.placement
where kind = 'local' and name not in ('migrations', 'migrations_lock') order by name;
