import { sql } from 'kysely'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import { askOf } from '../../../platform/database/ask.ts'
import { hasCitus } from '../../../platform/database/cluster/has-citus.ts'
import type { Db, Tx } from '../../../platform/database.ts'

export type UnknownModel = { organizationId: string; provider: string; model: string }

/** Lists the models of all organizations that events wait for. */
export async function listUnknownModels(db: Db): Promise<UnknownModel[]> {
  return (await hasCitus(askOf(db))) ? listFromEvents(db) : listFromIndex(db)
}

/** Reads every uncosted service; each node of a cluster reads its own. */
async function listFromEvents(db: Db): Promise<UnknownModel[]> {
  const { rows } = await sql<UnknownModel>`
    select distinct organization_id, provider, model
    from uncosted_services where reason = 'unknown_model'`.execute(db)
  return rows
}

/**
 * Reads two entries of an index for each model, however many events wait for it. The latest event
 * of a model counts, because the catalog may have changed since the first one. A cluster has no
 * recursive queries.
 */
async function listFromIndex(db: Db): Promise<UnknownModel[]> {
  const { rows } = await sql<UnknownModel>`
    with recursive pairs as (
      (
        select organization_id, provider, model from uncosted_services
        order by organization_id, provider, model limit 1
      )
      union all
      select next.organization_id, next.provider, next.model
      from pairs cross join lateral (
        select organization_id, provider, model from uncosted_services
        where (organization_id, provider, model)
          > (pairs.organization_id, pairs.provider, pairs.model)
        order by organization_id, provider, model limit 1
      ) next
    )
    select organization_id, provider, model
    from pairs cross join lateral (
      select reason from uncosted_services services
      where services.organization_id = pairs.organization_id
        and services.provider = pairs.provider and services.model = pairs.model
      order by usage_date desc, event_id desc limit 1
    ) latest
    where latest.reason = 'unknown_model'`.execute(db)
  return rows
}

/** Marks models as announced, and returns those that were not. */
export async function insertAnnouncedModels(
  tx: Tx,
  models: readonly UnknownModel[],
  now: Date,
): Promise<UnknownModel[]> {
  const asked = askedRows(models, {
    organizationId: ['uuid', ({ organizationId }) => organizationId],
    provider: ['text', ({ provider }) => provider],
    model: ['text', ({ model }) => model],
  })
  const { rows } = await sql<UnknownModel>`
    insert into announced_models (organization_id, provider, model, announced_at)
    select organization_id, provider, model, ${now}::timestamptz from ${asked}
    order by organization_id, provider, model
    on conflict (organization_id, provider, model) do nothing
    returning organization_id, provider, model`.execute(tx)
  return rows
}
