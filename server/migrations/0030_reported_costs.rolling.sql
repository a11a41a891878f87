set local lock_timeout = '5s';
set local citus.multi_shard_modify_mode = 'sequential';

-- What the run cost when its kept spans were last read, with those that no event has yet; null: it had none.
alter table control_holds add column reported_cost numeric;
create index control_holds_open_run_idx on control_holds (organization_id, run_id) where closed_at is null;

-- When the cost of a run's open spans is reported to its hold; null: there is nothing to report.
alter table trace_runs add column report_due_at timestamptz;
-- The customer of the hold to which it was reported; null: none.
alter table trace_runs add column hold_customer_id uuid;
create index trace_runs_report_idx on trace_runs (report_due_at) where report_due_at is not null;
