import type { Decimal } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import type { Grant } from './grant.ts'
import { announceFirstCredit } from './organizations.ts'
import { findGrantOfSource, insertCredits, insertGrantRow } from './queries.ts'
import { lockCredit } from './service.ts'

/** A grant that does not exist yet. */
export type NewGrant = Omit<Grant, 'id' | 'createdAt'>

/** A grant by request is its own source. */
export type GivenGrant = Omit<NewGrant, 'sourceId'> & { sourceId?: string }

const DAYS_AFTER_RETURN = 30

/**
 * Gives credit: stores a grant with its posting, in the caller's transaction, such as that of a
 * payment. A source gives credit once: returns the id of the grant that it gave before, if any.
 */
export async function grantCredit(
  tx: Tx,
  { sourceId, ...given }: GivenGrant,
  moment: Moment,
): Promise<string> {
  await lockCredit(tx, given)
  const ownId = newId()
  const grant = { ...given, sourceId: sourceId ?? ownId }
  const known = await findGrantOfSource(tx, grant)
  if (known !== undefined) return known
  await insertGrantRow(tx, { ...grant, id: ownId, createdAt: moment.now })
  const { organizationId, customerId, currency, amount } = grant
  const scope = { organizationId, customerId, currency, invoiceId: null, reference: null }
  await insertCredits(tx, [{ ...scope, grantId: ownId, amount, kind: 'grant' }], moment)
  if (grant.kind !== 'correction') await announceFirstCredit(tx, { organizationId, id: ownId })
  return ownId
}

/** Stores a grant without a posting; the caller, who has locked the credit, books its credit. */
export async function insertGrant(tx: Tx, grant: NewGrant, { now }: Moment): Promise<string> {
  const id = newId()
  await insertGrantRow(tx, { ...grant, id, createdAt: now })
  return id
}

/**
 * Returns the terms of credit that is given back after its grant has expired. It is valid since the
 * grant was, so that it also pays the period that is invoiced again.
 */
export function returnedGrant(
  { organizationId, customerId, currency, kind, priority, name, effectiveAt }: Grant,
  amount: Decimal,
  { businessNow }: Moment,
): NewGrant {
  const expiresAt = new Date(businessNow.getTime() + DAYS_AFTER_RETURN * 24 * 60 * 60 * 1000)
  const source = { source: 'returned' as const, sourceId: newId() }
  return {
    organizationId,
    customerId,
    currency,
    kind,
    priority,
    name,
    amount,
    effectiveAt,
    expiresAt,
    ...source,
  }
}
