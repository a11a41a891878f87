import { coversPeriod, type OpenGrant, type PeriodPromotion } from '../../../domain/credit.ts'
import { dateAt } from '../../../domain/time/dates.ts'
import type { Range } from '../../../domain/time/range.ts'
import type { Tx } from '../../../platform/database.ts'
import { listOpenGrants } from '../../credit-balances/open-grants.ts'
import { listDrawnPromotions } from './promotion-queries.ts'

/** All inputs of an invoice's credit except its own lines. */
export type CreditFacts = {
  /** The customer's grants in the currency that the invoice may draw. */
  grants: readonly OpenGrant[]
  /** Promotional credit that other final invoices drew, by billing period. */
  drawn: readonly PeriodPromotion[]
}

type CreditedInvoice = {
  organizationId: string
  customerId: string
  subscriptionId: string
  currency: string
  /** A draft that is recomputed. */
  invoiceId: string | null
  finalizedId: string | null
}

/** Loads the credit of an invoice. The caller has locked it if the invoice is to be final. */
export async function loadCreditFacts(
  tx: Tx,
  invoice: CreditedInvoice,
  window: Range,
): Promise<CreditFacts> {
  const known = await listOpenGrants(tx, invoice)
  const period = { start: dateAt(window.start), end: dateAt(window.end) }
  const grants = known.filter((grant) => coversPeriod(grant, period))
  const isPromoted = known.some(({ kind }) => kind === 'promotional')
  return { grants, drawn: isPromoted ? await listDrawnPromotions(tx, invoice) : [] }
}
