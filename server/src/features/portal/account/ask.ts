import type { Db } from '../../../platform/database.ts'
import type { BusinessClock } from '../../clock/business-clock.ts'
import { findCustomer } from '../../customers/service.ts'
import { publishEvent } from '../../outbox/outbox.ts'
import { admitLinkRequest } from '../../portal-sessions/link-requests.ts'

export type AskDeps = { db: Db; clock: BusinessClock }

/**
 * Records a customer's request for a portal link. `sendAccountLink` decides later whether and where
 * a link is sent, so that the response time does not reveal it.
 */
export async function askForLink(
  { db, clock }: AskDeps,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<void> {
  const moment = clock.moment(organizationId)
  await db.transaction().execute(async (tx) => {
    const key = { organizationId, customerId }
    if (!(await findCustomer(tx, { organizationId, id: customerId }))) return
    if (!(await admitLinkRequest(tx, key, moment.now))) return
    const data = { askedAt: moment.now.toISOString() }
    await publishEvent(
      tx,
      { type: 'customer.link_requested', ...key, id: customerId, data },
      moment,
    )
  })
}
