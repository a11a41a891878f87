import { sql } from 'kysely'
import { askedRows } from '../../../platform/batching/asked-rows.ts'
import type { Db, Tx } from '../../../platform/database.ts'

export type UnknownModel = { organizationId: string; provider: string; model: string }

/** Lists the models of all organizations that events wait for. */
export async function listUnknownModels(db: Db): Promise<UnknownModel[]> {
  const { rows } = await sql<UnknownModel>`
    select distinct organization_id, provider, model
    from uncosted_services where reason = 'unknown_model'`.execute(db)
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
