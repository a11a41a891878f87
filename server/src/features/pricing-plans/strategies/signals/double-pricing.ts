import type { Tx } from '../../../../platform/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Change } from '../body.ts'
import { findDoublePricing } from './double-pricing-queries.ts'
import { comesToPrice, signalOf } from './signals.ts'

/**
 * Refuses prices that would bill a job twice: when a plan comes to price a signal, no customer may
 * have another subscription at the same time that prices it too. Creating a subscription refuses
 * the same thing from the other side. The strategies are written already.
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
