import { isRevoked, linkStateOf, type PortalSession as Row } from './portal-session.ts'
import type { PortalSession, PortalSessionDetail } from './schemas.ts'

export function toBody(session: Row, now: Date): PortalSession {
  return {
    id: session.id,
    object: 'portal_session',
    customerId: session.customerId,
    customerExternalId: session.customerExternalId,
    customerName: session.customerName,
    customerEmail: session.customerEmail,
    expiresAt: session.expiresAt.toISOString(),
    isExpired: session.expiresAt <= now,
    isUsed: session.usedAt !== null,
    isRevoked: isRevoked(session),
    state: linkStateOf(session, now),
    createdAt: session.createdAt.toISOString(),
    features: session.features,
    returnUrl: session.returnUrl,
  }
}

export function toDetail(session: Row, now: Date): PortalSessionDetail {
  const { usedAt } = session
  return { ...toBody(session, now), ...(usedAt && { usedAt: usedAt.toISOString() }) }
}
