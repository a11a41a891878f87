import type { ScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import * as mappings from '../../catalog/mappings.ts'
import type {
  CostModelMapping,
  CostModelMappingList,
  CostModelMappingQuery,
} from './mapping-schemas.ts'

export async function listMappings(
  db: Db,
  organizationId: string,
  query: CostModelMappingQuery,
): Promise<CostModelMappingList> {
  const page = pageOf(query)
  const { rows, total } = await mappings.listMappings(db, organizationId, page)
  return listAnswer(page, rows.map(toBody), total)
}

export async function getMapping(db: Db, key: ScopedId): Promise<CostModelMapping> {
  return toBody((await mappings.findMapping(db, key)) ?? notFound('Model mapping'))
}

/** Deletes a mapping. Events keep the costs that it gave them; later ones wait for a cost again. */
export async function deleteMapping(
  { db, catalog }: { db: Db; catalog: Catalog },
  key: ScopedId,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await mappings.deleteMapping(tx, key))) notFound('Model mapping')
  })
  await catalog.refreshOrganizations()
}

function toBody({ createdAt, updatedAt, ...mapping }: mappings.NamedMapping): CostModelMapping {
  return { ...mapping, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
