import type { Tx } from '../../../../platform/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Change } from '../body.ts'
import { findDoublePricing } from './double-pricing-queries.ts'
import { comesToPrice, signalOf } from './signals.ts'

/**
 * Rejects prices that would bill the same work twice: if a plan starts to price a signal, no
 * customer may have another subscription at that time that prices it. Creating a subscription
 * checks the same rule. The strategies are already written.
 */
export async function refuseDoublePricing(
  tx: Tx,
  scope: { organizationId: string; planId: string; changed: readonly Change[] },
  now: Date,
): Promise<void> {
  const { organizationId, planId, changed } = scope
  const signalIds = changed.flatMap(({ before, after }) => {
    const signalId = signalOf(after)
    const isPriced = after.isActive && comesToPrice(before, { signalId, isActive: true })
    return isPriced && signalId !== undefined ? [signalId] : []
  })
  if (signalIds.length === 0) return
  const found = await findDoublePricing(tx, { organizationId, planId, signalIds }, now)
  if (!found) return
  const { signalName, name, id, otherName, otherId } = found
  throw new AppError(
    'conflict',
    `The signal "${signalName}" would be billed twice: by the subscription "${name}" (${id}) of ` +
      `this plan and by "${otherName}" (${otherId}) of the same customer; end one of them first`,
  )
}
