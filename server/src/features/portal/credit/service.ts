import { amountNumber } from '../../../domain/json-amount.ts'
import type { Db } from '../../../platform/database.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { toBody } from '../../control/credit/body.ts'
import { readCredit } from '../../control/credit/read-credit.ts'
import { listMovements } from '../../credit-balances/movements.ts'
import { listShownAmong, type OfCustomer } from '../../invoices/shown/read.ts'
import type {
  PortalCredit,
  PortalCreditMovementList,
  PortalCreditMovementQuery,
} from './schemas.ts'

/** Reads what is available of the customer's credit, with the grants that have any left. */
export async function getOwnCredit(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  moment: Moment,
): Promise<PortalCredit> {
  const states = await readCredit(db, { organizationId, customerId }, moment)
  const { credit, asOf } = toBody({ id: customerId, externalId: null }, states, moment.businessNow)
  return {
    asOf,
    credit: credit.map(({ grants, ...amounts }) => ({
      ...amounts,
      grants: grants.map(({ id: _id, ...grant }) => grant),
    })),
  }
}

/** Lists a page of the changes of the customer's credit, the latest first. */
export async function listOwnMovements(
  db: Db,
  { organizationId, customerId }: OfCustomer,
  query: PortalCreditMovementQuery,
): Promise<PortalCreditMovementList> {
  const page = pageOf(query)
  const filter = { organizationId, customerId, currency: undefined, grantId: undefined }
  const { rows, total } = await listMovements(db, filter, page)
  const ids = rows.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))
  const shown = new Set(await listShownAmong(db, { organizationId, customerId }, ids))
  const movements = rows.map((movement) => {
    const { id, type, currency, grantKind, grantName, invoiceId, invoiceNumber } = movement
    const isShown = invoiceId !== null && shown.has(invoiceId)
    return {
      ...{ id, type, currency, grantKind, grantName },
      amount: amountNumber(movement.amount),
      balanceAfter: amountNumber(movement.balanceAfter),
      invoiceId: isShown ? invoiceId : null,
      invoiceNumber: isShown ? invoiceNumber : null,
      bookedAt: movement.bookedAt.toISOString(),
    }
  })
  return listAnswer(page, movements, total)
}
