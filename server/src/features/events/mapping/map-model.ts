import { type Db, runIn } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { BookEntry } from '../../catalog/price-book.ts'
import { findEntryById, upsertMapping } from '../../catalog/service.ts'
import { backfillEveryEvent } from '../../usage/backfill/backfill-events.ts'
import { hasUncostedEvents } from '../../usage/backfill/uncosted-events.ts'
import type { ModelPair } from '../../usage/costs/uncosted-service.ts'
import { lockBackfill } from '../../usage/ingest/uncosted.ts'
import type { OrganizationTurns } from '../organization-turns.ts'
import type { ModelMapping, ModelMappingCreate } from '../schemas.ts'

export type MapModelDeps = { db: Db; catalog: Catalog; mappingTurns: OrganizationTurns }

/**
 * Maps a model without its own price to a catalog entry. Costs every event that waits for it, in
 * the same transaction, including concurrent events. Ingestion is not blocked.
 */
export async function mapModel(
  { db, catalog, mappingTurns }: MapModelDeps,
  { organizationId, body }: { organizationId: string; body: ModelMappingCreate },
  now: Date,
): Promise<ModelMapping> {
  await catalog.refresh()
  const target = await findTarget({ db, catalog }, body)
  const source = {
    provider: body.sourceProvider.trim().toLowerCase(),
    model: body.sourceModel.trim().toLowerCase(),
  }
  await refuseKnownModel(db, { organizationId, source, catalog })
  const answer = await mappingTurns(organizationId, () =>
    db.transaction().execute(async (tx) => {
      // Mappings of an organization run one after another, so this one sees the earlier ones.
      await lockBackfill(runIn(tx), organizationId)
      await catalog.refreshOrganizations()
      const findPrices = catalog.findPricesFor(organizationId, {
        mapped: { ...source, entry: target },
      })
      const backfill = { organizationId, pairs: [source], findPrices }
      const backfilled = await backfillEveryEvent(tx, backfill, now)
      // Last, because its foreign keys lock the organization's row and block new events.
      const mapping = { ...source, catalogEntryId: target.id }
      const mappingId = await upsertMapping(tx, organizationId, mapping, now)
      return { backfilled, mappingId }
    }),
  )
  await catalog.refreshOrganizations()
  return answer
}

async function findTarget(
  { db, catalog }: Pick<MapModelDeps, 'db' | 'catalog'>,
  { targetPricingId, targetModel, targetProvider }: ModelMappingCreate,
): Promise<BookEntry> {
  const isNamed = targetModel !== undefined && targetProvider !== undefined
  const isHalfNamed = (targetModel === undefined) !== (targetProvider === undefined)
  if (isNamed === (targetPricingId !== undefined) || isHalfNamed) {
    throw new AppError(
      'invalid',
      'Send either targetPricingId, or targetModel and targetProvider: the catalog entry to use',
    )
  }
  const named = isNamed ? catalog.resolve('', targetProvider, targetModel)?.id : undefined
  const id = targetPricingId ?? named
  const active = id === undefined ? undefined : await findEntryById(db, id)
  const entry = active && catalog.book.byId.get(active.id)
  if (entry) return entry
  throw new AppError('not_found', 'The target is not in the catalog; look it up at /v1/services')
}

/** Throws when the model has its own price, which a mapping must not silently replace. */
async function refuseKnownModel(
  db: Db,
  known: { organizationId: string; source: ModelPair; catalog: Catalog },
): Promise<void> {
  const { organizationId, source, catalog } = known
  if (!catalog.resolve('', source.provider, source.model)) return
  if (await hasUncostedEvents(db, organizationId, source)) return
  throw new AppError(
    'model_in_catalog',
    `${source.provider}/${source.model} is already in the catalog; there is nothing to map`,
  )
}
