import type { Hold as StoredHold } from '../../holds/hold.ts'
import { costSoFar, heldBy, isCounting } from '../state/customer-state.ts'
import type { Hold } from './schemas.ts'

/** Converts a hold to its answer over HTTP; `now` decides if it is expired. */
export function holdBody(
  hold: StoredHold & { customerExternalId: string | null },
  now: Date,
): Hold {
  const { uncostedEventCount: uncostedEvents, closeReason, expiresAt } = hold
  const open = { ...hold, uncostedEvents }
  return {
    id: hold.id,
    customerId: hold.customerId,
    customerExternalId: hold.customerExternalId,
    runId: hold.runId,
    agentId: hold.agentId,
    signalId: hold.signalId,
    status: closeReason ?? (expiresAt > now ? 'open' : 'expired'),
    isCounting: isCounting(open, now),
    estimatedCostUsd: hold.estimatedCost.toFixed(),
    authorizedCostUsd: hold.cost.toFixed(),
    usedCostUsd: hold.usedCost.toFixed(),
    costSoFarUsd: costSoFar(open).toFixed(),
    heldCostUsd: heldBy(open, now).cost.toFixed(),
    quantity: hold.quantity.toFixed(),
    uncostedEvents,
    expiresAt: expiresAt.toISOString(),
    closedAt: hold.closedAt?.toISOString() ?? null,
    createdAt: hold.createdAt.toISOString(),
  }
}
