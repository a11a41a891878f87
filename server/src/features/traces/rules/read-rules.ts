import type { AttributionRule } from '../../../domain/traces/attribution.ts'
import type { Db } from '../../../platform/database.ts'

/** Returns the rules of an organization in their order. */
export async function listRules(db: Db, organizationId: string): Promise<AttributionRule[]> {
  return db
    .selectFrom('attributionRules')
    .select(['attribute', 'operator', 'value', 'target', 'assigns'])
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .$castTo<AttributionRule>()
    .execute()
}
