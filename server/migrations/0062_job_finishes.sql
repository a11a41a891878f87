set local citus.enable_local_reference_table_foreign_keys = off;
set local citus.multi_shard_modify_mode = 'sequential';
set local lock_timeout = '10s';

-- When each periodic job last finished without an error. graphile-worker deletes a job that succeeded, so
-- its own tables cannot say this. Every process reads it, so a missing worker is visible to all of them.
create table job_finishes (
  task text not null,
  finished_at timestamptz not null,
  constraint job_finishes_pkey primary key (task)
);
select app.place('job_finishes', 'local');
