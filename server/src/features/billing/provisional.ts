import { isUsageStrategy } from '../../domain/prices/strategy.ts'
import type { Range } from '../../domain/time/range.ts'
import type { Tx } from '../../platform/database.ts'
import { ownRanges } from '../rating/attribution.ts'
import {
  listProvisionalSignals,
  type ProvisionalUsage,
  sumProvisional,
} from '../rating/provisional-usage.ts'
import { loadCompetitors } from '../rating/usage.ts'
import { type BillingContext, usageOwnerOf } from './context/billing-context.ts'
import { spanOf } from './period-usage.ts'

export type ProvisionalSignal = ProvisionalUsage & { signalId: string; signalName: string }

/**
 * Returns the provisional outcomes of a window, by priced signal: an invoice of the window does not bill
 * them, and the first one made after they have settled does.
 */
export async function provisionalOf(
  tx: Tx,
  billing: BillingContext,
  window: Range,
): Promise<ProvisionalSignal[]> {
  const owner = usageOwnerOf(billing)
  const provisional = new Set(await listProvisionalSignals(tx, owner))
  const priced = billing.strategies.filter(isUsageStrategy).map(({ signalId }) => signalId)
  const signalIds = [...new Set(priced)].filter((id) => provisional.has(id))
  if (signalIds.length === 0) return []
  const span = spanOf(window)
  const others = await loadCompetitors(tx, owner, span)
  const sums = await Promise.all(
    signalIds.map(async (signalId) => {
      const ranges = ownRanges(owner.subscription, { signalId, window: span }, others)
      const sum = await sumProvisional(tx, { ...owner, signalId }, ranges)
      return { ...sum, signalId, signalName: billing.signals.get(signalId)?.name ?? signalId }
    }),
  )
  return sums.filter(({ outcomeCount }) => outcomeCount > 0)
}
