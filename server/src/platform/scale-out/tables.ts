import type pg from 'pg'
import { parentsFirst } from '../database/parents-first.ts'

export type Placement = 'distributed' | 'reference' | 'local'

export type PlacedTable = {
  name: string
  /** Target placement. */
  kind: Placement
  /** Distribution column. */
  column: string | null
  /** Current placement. */
  now: Placement
  /** For a local table: true when its writes commit atomically with those on the nodes. */
  isJoined: boolean
  /** True when an online move was started and interrupted. */
  isUnderway: boolean
  /** Number of shards that its colocation group was created with; 0 without a group. */
  shards: number
  /** Size in this database; for a moved table, the size of the rows left behind. */
  bytes: number
  /** The tables that its foreign keys refer to. */
  refersTo: string[]
}

/**
 * Returns every table of the registry with its state in this database. Referenced tables precede
 * those that refer to them.
 */
export async function readTables(client: pg.ClientBase): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `select placement.name, placement.kind, placement.col as column,
       case when citus.partmethod = 'h' then 'distributed'
         when citus.partmethod = 'n' and citus.repmodel = 't' then 'reference' else 'local' end as now,
       placement.name in ('migrations', 'migrations_lock') or exists (select from pg_trigger
         where tgrelid = class.oid and tgname = placement.name || '_two_phases') as "isJoined",
       coalesce(citus.partmethod = 'n' and citus.repmodel <> 't', false) as "isUnderway",
       coalesce((select shardcount from pg_dist_colocation
         where colocationid = citus.colocationid), 0) as shards,
       pg_relation_size(class.oid)::float8 as bytes,
       array(select distinct parent.relname::text from pg_constraint con
         join pg_class parent on parent.oid = con.confrelid
         where con.conrelid = class.oid and con.contype = 'f' and con.confrelid <> class.oid
       ) as "refersTo"
     from app.placement
     join pg_class class on class.relname = placement.name
       and class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
     left join pg_dist_partition citus on citus.logicalrelid = class.oid
     order by placement.name`,
  )
  return parentsFirst(rows, ({ name }) => name)
}
