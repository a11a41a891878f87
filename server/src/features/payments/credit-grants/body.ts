import { amountNumber } from '../../../domain/json-amount.ts'
import { ZERO } from '../../../domain/money.ts'
import type { GrantWithLeft } from '../../credit-balances/grant.ts'
import type { CreditGrant } from './schemas.ts'

/** Builds a grant as the API returns it; its status is that at the business time. */
export function toBody(
  grant: GrantWithLeft,
  customerExternalId: string | null,
  businessNow: Date,
): CreditGrant {
  const { id, customerId, kind, name, currency, priority, source, sourceId } = grant
  const isOfInvoice = source === 'top_up' || source === 'invoice'
  return {
    ...{ id, customerId, customerExternalId, kind, name, currency },
    amount: amountNumber(grant.amount),
    left: amountNumber(grant.left),
    status: statusAt(grant, businessNow),
    priority,
    effectiveAt: grant.effectiveAt.toISOString(),
    expiresAt: grant.expiresAt?.toISOString() ?? null,
    source,
    invoiceId: isOfInvoice ? sourceId : null,
    createdAt: grant.createdAt.toISOString(),
  }
}

function statusAt(
  { effectiveAt, expiresAt, left }: GrantWithLeft,
  at: Date,
): CreditGrant['status'] {
  if (expiresAt !== null && expiresAt <= at) return 'expired'
  if (left.lte(ZERO)) return 'used'
  return effectiveAt > at ? 'scheduled' : 'active'
}
