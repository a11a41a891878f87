import type { TaxRate } from '../../domain/taxes.ts'
import type { Db } from '../../platform/database.ts'
import { listApplicableTaxRates } from './queries.ts'

/**
 * Returns the taxes for a customer's next invoice, in display order. These are its own tax rates if
 * it has any, otherwise the organization's defaults. An exempt customer has none.
 */
export function listTaxRatesFor(
  db: Db,
  customer: { organizationId: string; customerId: string },
): Promise<TaxRate[]> {
  return listApplicableTaxRates(db, customer)
}
