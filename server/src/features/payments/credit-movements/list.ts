import { amountNumber } from '../../../domain/json-amount.ts'
import type { CustomerScopedId } from '../../../domain/scoped-id.ts'
import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { listMovements } from '../../credit-balances/movements.ts'
import { getCustomer } from '../../customers/service.ts'
import type { CreditMovementList, CreditMovementQuery } from './schemas.ts'

/** Lists a page of the changes of a customer's credit, the latest first. */
export async function listCreditMovements(
  db: Db,
  { organizationId, customerId }: Omit<CustomerScopedId, 'id'>,
  query: CreditMovementQuery,
): Promise<CreditMovementList> {
  const { externalId } = await getCustomer(db, { organizationId, id: customerId })
  const page = pageOf(query)
  const grantId = query.grantId?.toLowerCase()
  const filter = { organizationId, customerId, currency: query.currency, grantId }
  const { rows, total } = await listMovements(db, filter, page)
  const movements = rows.map((movement) => ({
    ...movement,
    customerId,
    customerExternalId: externalId,
    amount: amountNumber(movement.amount),
    balanceAfter: amountNumber(movement.balanceAfter),
    bookedAt: movement.bookedAt.toISOString(),
    createdAt: movement.createdAt.toISOString(),
  }))
  return listAnswer(page, movements, total)
}
