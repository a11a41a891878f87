import type { Tx } from '../../../../platform/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { lockSignals } from '../../../signals/service.ts'
import { listLinkedAgentIds } from '../../link-queries.ts'
import type { CheckedItem } from '../items.ts'
import { findSignals } from '../queries.ts'
import type { Strategy } from '../strategy.ts'

type PlanKey = { organizationId: string; planId: string }

export function signalOf(strategy: Strategy | undefined): string | undefined {
  return strategy?.chargeType === 'usage' ? strategy.signalId : undefined
}

/**
 * Returns true if a strategy starts to price its signal: it is new, priced another signal, or was
 * inactive.
 */
export function comesToPrice(
  before: Strategy | undefined,
  after: { signalId: string | undefined; isActive: boolean },
): boolean {
  if (after.signalId === undefined) return false
  return signalOf(before) !== after.signalId || (after.isActive && before?.isActive === false)
}

/**
 * Locks the signals that a plan starts to price and returns their names by id. Each must belong to
 * an agent linked to the plan; the caller has locked the plan, which keeps the links. Signals are
 * locked for update, as for a new subscription: of two concurrent changes that would bill a signal
 * twice, the later one sees the earlier.
 */
export async function lockPricedSignals(
  tx: Tx,
  { organizationId, planId }: PlanKey,
  items: readonly CheckedItem[],
): Promise<Map<string, string>> {
  const wanted = items.flatMap(({ price, before, isActive, path }) => {
    const signalId = price.chargeType === 'usage' ? price.signalId : undefined
    const isWanted = signalId !== undefined && comesToPrice(before, { signalId, isActive })
    return isWanted ? [{ signalId, path }] : []
  })
  if (wanted.length === 0) return new Map()
  const ids = [...new Set(wanted.map(({ signalId }) => signalId))]
  const signals = await findSignals(tx, organizationId, ids)
  const signalById = new Map(signals.map((signal) => [signal.id, signal]))
  const missing = wanted.filter(({ signalId }) => !signalById.has(signalId))
  if (missing.length > 0) throw new AppError('not_found', sentence(missing, 'Signal not found'))

  const linked = new Set(await listLinkedAgentIds(tx, organizationId, planId))
  const foreign = wanted.filter(
    ({ signalId }) => !linked.has(signalById.get(signalId)?.agentId ?? ''),
  )
  const [first] = foreign
  if (first) {
    const { agentId = '', agentName = '' } = signalById.get(first.signalId) ?? {}
    throw new AppError(
      'agent_not_linked',
      sentence(foreign, 'The signal does not belong to an agent that is linked to this plan') +
        `; link it first, here ${agentName}: ` +
        `POST /v1/pricing-plans/${planId}/agents {"agentId": "${agentId}"}`,
    )
  }
  const locked = await lockSignals(tx, organizationId, ids, 'update')
  return new Map(locked.map(({ id, name }) => [id, name]))
}

function sentence(places: readonly { path: string }[], what: string): string {
  const fields = places.map(({ path }) => `${path}signalId`).join(', ')
  return `${fields}: ${what}`
}

/** Rejects a second live strategy for a signal in one plan: each event would be billed twice. */
export function refuseSecondPrices(
  items: readonly CheckedItem[],
  existing: readonly Strategy[],
): void {
  const changed = new Set(items.map(({ before }) => before?.id))
  const takenBy = new Map<string, string>()
  for (const strategy of existing) {
    const signalId = signalOf(strategy)
    if (signalId === undefined || changed.has(strategy.id)) continue
    takenBy.set(signalId, `the strategy ${strategy.name} (${strategy.id})`)
  }
  for (const { price, path } of items) {
    if (price.chargeType !== 'usage') continue
    const other = takenBy.get(price.signalId)
    if (other !== undefined) {
      throw new AppError(
        'signal_priced_twice',
        `${path}signalId: this plan already prices the signal ${price.signalId} by ${other}; ` +
          'change or delete that one',
      )
    }
    takenBy.set(price.signalId, path === '' ? 'this strategy' : path.slice(0, -1))
  }
}
