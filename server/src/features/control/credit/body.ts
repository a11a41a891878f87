import { isValidAt } from '../../../domain/credit.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import type { CreditState } from './read-credit.ts'
import type { CustomerCredit } from './schemas.ts'

/** Builds the credit of a customer as the API returns it. */
export function toBody(
  { id, externalId }: { id: string; externalId: string | null },
  states: readonly CreditState[],
  businessNow: Date,
): CustomerCredit {
  return {
    customerId: id,
    customerExternalId: externalId,
    credit: states.map(({ currency, grants, ...amounts }) => ({
      currency,
      balance: amountNumber(amounts.balance),
      promotional: amountNumber(amounts.promotional),
      unbilled: amountNumber(amounts.unbilled),
      held: amountNumber(amounts.held),
      available: amountNumber(amounts.available),
      grants: grants.map((grant) => ({
        id: grant.grantId,
        kind: grant.kind,
        name: grant.name,
        left: amountNumber(grant.left),
        isValid: isValidAt(grant, businessNow),
        effectiveAt: grant.grantId === null ? null : grant.effectiveAt.toISOString(),
        expiresAt: grant.expiresAt?.toISOString() ?? null,
      })),
    })),
    asOf: businessNow.toISOString(),
  }
}
