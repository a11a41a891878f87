import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import type { CustomerKey } from '../../payments/payment.ts'
import { shownTopUp } from '../../payments/top-ups/body.ts'
import { createTopUp, type SentTopUp } from '../../payments/top-ups/create-top-up.ts'
import { listTopUps } from '../../payments/top-ups/read-top-ups.ts'
import type { TopUp } from '../../payments/top-ups/top-up.ts'
import type { PortalTopUp, PortalTopUpList } from './schemas.ts'

/** Builds a top-up as its customer sees it; the reason is that of this request. */
export const portalTopUp = (
  { config }: Pick<PaymentDeps, 'config'>,
  topUp: TopUp,
  reason: string | null = null,
): PortalTopUp => ({ ...shownTopUp(config, topUp), reason })

export async function listOwnTopUps(
  deps: PaymentDeps,
  { organizationId, customerId }: CustomerKey,
  query: { page: number; limit: number },
): Promise<PortalTopUpList> {
  const page = pageOf(query)
  const { rows, total } = await listTopUps(deps.db, { organizationId, customerId }, page)
  const bodies = rows.map((topUp) => portalTopUp(deps, topUp))
  return listAnswer(page, bodies, total)
}

/** Starts a top-up of the visiting customer; `keep` receives what is answered if nothing follows. */
export async function startOwnTopUp(
  deps: PaymentDeps,
  { organizationId, customerId }: CustomerKey,
  sent: SentTopUp,
  keep: (body: PortalTopUp) => void,
): Promise<PortalTopUp> {
  const key = { organizationId, customerId }
  const made = await createTopUp(deps, key, sent, (topUp) => keep(portalTopUp(deps, topUp)))
  return portalTopUp(deps, made.topUp, made.reasonForCustomer)
}
