import type { TaxRate } from '../../domain/taxes.ts'
import type { Db } from '../../platform/database.ts'
import { listApplicableTaxRates } from './queries.ts'

/**
 * The taxes on a customer's next invoice, in the order in which they are shown: its own tax rates
 * where it has some, else the organization's defaults; none when it is exempt.
 */
export function listTaxRatesFor(
  db: Db,
  customer: { organizationId: string; customerId: string },
): Promise<TaxRate[]> {
  return listApplicableTaxRates(db, customer)
}
