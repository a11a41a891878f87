import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { findExternalId } from '../../customers/external-ids.ts'
import { toBody } from './body.ts'
import type { PastDecision } from './fields.ts'
import * as queries from './queries.ts'

/** Returns a decision that is still kept; undefined after 30 days. */
export async function findDecisionBody(
  db: Db,
  key: CustomerScopedId,
): Promise<PastDecision | undefined> {
  const { organizationId, customerId: id } = key
  const [decision, customerExternalId] = await Promise.all([
    queries.findDecision(db, key),
    findExternalId(db, { organizationId, id }),
  ])
  return decision && toBody({ ...decision, customerExternalId })
}
