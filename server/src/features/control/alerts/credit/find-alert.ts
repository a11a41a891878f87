import { amountNumber } from '../../../../domain/json-amount.ts'
import type { CustomerScopedId } from '../../../../domain/scoped-id.ts'
import type { Db } from '../../../../platform/database.ts'
import { findGrant } from '../../../credit-balances/grant.ts'
import { findExternalId } from '../../../customers/external-ids.ts'
import { availableOf, type CreditAlert as StoredAlert } from './credit-alert.ts'
import type { CreditAlert } from './fields.ts'
import { findAlert } from './queries.ts'

/** Returns an alert of a customer; undefined if it was deleted. */
export function findCreditAlert(db: Db, key: CustomerScopedId): Promise<StoredAlert | undefined> {
  return findAlert(db, key)
}

/** Returns an alert as its announcement shows it; undefined if it was deleted. */
export async function findCreditAlertBody(
  db: Db,
  key: CustomerScopedId,
  topUpUrl: string,
): Promise<CreditAlert | undefined> {
  const { organizationId, customerId } = key
  const [alert, customerExternalId] = await Promise.all([
    findAlert(db, key),
    findExternalId(db, { organizationId, id: customerId }),
  ])
  if (!alert) return undefined
  return {
    id: alert.id,
    customerId,
    customerExternalId,
    currency: alert.currency,
    threshold: alert.kind === 'expiring' ? null : amountNumber(alert.threshold),
    available: amountNumber(availableOf(alert)),
    balance: amountNumber(alert.balance),
    promotional: amountNumber(alert.promotional),
    unbilled: amountNumber(alert.unbilled),
    held: amountNumber(alert.held),
    grant: await expiringGrant(db, alert),
    topUpUrl,
    createdAt: alert.createdAt.toISOString(),
  }
}

async function expiringGrant(
  db: Db,
  { organizationId, customerId, kind, subjectId: id, threshold, expiresAt, number }: StoredAlert,
): Promise<CreditAlert['grant']> {
  if (kind !== 'expiring' || expiresAt === null) return null
  const grant = await findGrant(db, { organizationId, customerId, id })
  if (!grant) return null
  return {
    id,
    kind: grant.kind,
    name: grant.name,
    left: amountNumber(threshold),
    expiresAt: expiresAt.toISOString(),
    daysAhead: number,
  }
}
