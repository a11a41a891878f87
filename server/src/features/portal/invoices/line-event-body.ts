import { windowBody } from '../../events/body.ts'
import type { ListedEvent } from '../../events/list-events.ts'
import type { PortalLineEvent } from './explanation-schemas.ts'

/** Copies field by field, so that no internal field of an event leaks to customers. */
export function lineEventBody({ id, runId, usageDate, ...event }: ListedEvent): PortalLineEvent {
  const { quantity, rejectedQuantity, correctedAt, voidedAt, evidenceUrl, evidence } = event
  return {
    id,
    runId,
    usageDate: usageDate.toISOString(),
    quantity: quantity.toFixed(),
    rejectedQuantity: rejectedQuantity.toFixed(),
    evidenceUrl,
    evidence,
    correctedAt: correctedAt?.toISOString() ?? null,
    voidedAt: voidedAt?.toISOString() ?? null,
    ...windowBody(event),
  }
}
