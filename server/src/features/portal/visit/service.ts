import type { Db } from '../../../platform/database.ts'
import type { Environment } from '../../../platform/program/environment.ts'
import type { PortalVisitor } from '../../auth/visitor-finder.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { hasMovements } from '../../credit-balances/movements.ts'
import { getCustomer } from '../../customers/service.ts'
import { takesPayments } from '../../invoices/pay-link/pay-link.ts'
import { findLinkedSession } from '../../portal-sessions/visit.ts'
import { getCompany } from '../company.ts'
import type { PortalVisit } from './schemas.ts'

type VisitDeps = { db: Db; config: { environment: Environment; stripe: object | undefined } }

export async function getVisit(
  { db, config }: VisitDeps,
  { organizationId, customerId, sessionId }: PortalVisitor,
  { now, businessNow }: Moment,
): Promise<PortalVisit> {
  const [customer, company, session, isCredited] = await Promise.all([
    getCustomer(db, { organizationId, id: customerId }),
    getCompany(db, organizationId),
    findLinkedSession(db, { customerId, id: sessionId }),
    hasMovements(db, { organizationId, customerId }),
  ])
  if (!session) throw new Error('A portal visit has no session')
  return {
    customerId,
    customerName: customer.name,
    ...company,
    returnUrl: session.returnUrl,
    timezone: customer.timezone,
    expiresAt: session.expiresAt.toISOString(),
    now: now.toISOString(),
    businessNow: businessNow.toISOString(),
    hasCredit: isCredited,
    paymentsAvailable: takesPayments(config),
    environment: config.environment,
  }
}
