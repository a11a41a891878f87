import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Moment } from '../clock/business-clock.ts'
import { markPlan } from '../earning-marks/sweep.ts'
import { lockSignals } from '../signals/service.ts'
import * as queries from './included-queries.ts'
import { isPlanLinked } from './link-queries.ts'
import { publishPlan } from './publish-plan.ts'
import type { PricingPlan } from './schemas.ts'
import { getPlan, lockPlan } from './service.ts'

/**
 * Marks a signal as covered by the fees of a plan, so that its work is not unpriced. Invoices do not
 * change: an included signal that has a price is still billed.
 */
export async function includeSignal(
  db: Db,
  { organizationId, planId, signalId }: queries.IncludedKey,
  moment: Moment,
): Promise<PricingPlan> {
  const { now } = moment
  const key = { organizationId, id: planId }
  return db.transaction().execute(async (tx) => {
    const plan = await lockPlan(tx, key, 'update')
    const [signal] = await lockSignals(tx, organizationId, [signalId], 'share')
    const { id = signalId, agentId = '' } = signal ?? {}
    if (!(await isPlanLinked(tx, { organizationId, planId: plan.id, agentId }))) {
      const fix = 'link the plan to the agent of the signal first'
      throw new AppError('invalid', `signalId belongs to an agent of another plan: ${fix}`)
    }
    const included = { organizationId, planId: plan.id, signalIds: [id] }
    const inserted = await queries.insertIncludedSignals(tx, included, now)
    if (inserted > 0) {
      await markPlan(tx, { organizationId, id: plan.id }, now)
      await publishPlan(tx, key, 'updated', moment)
    }
    return getPlan(tx, key)
  })
}

/** Removes the mark; without a price, the work of the signal is unpriced again. */
export async function excludeSignal(
  db: Db,
  key: queries.IncludedKey,
  moment: Moment,
): Promise<void> {
  const { organizationId, planId } = key
  await db.transaction().execute(async (tx) => {
    const { id } = await lockPlan(tx, { organizationId, id: planId }, 'update')
    if (!(await queries.deleteIncludedSignal(tx, key))) {
      throw new AppError('not_found', 'The plan does not include this signal')
    }
    await markPlan(tx, { organizationId, id }, moment.now)
    await publishPlan(tx, { organizationId, id }, 'updated', moment)
  })
}

/** Returns a function for whether the fees of a plan cover a signal, of the plans that are read. */
export async function includedIn(
  db: Db,
  organizationId: string,
  planIds: readonly string[],
): Promise<(planId: string, signalId: string) => boolean> {
  if (planIds.length === 0) return () => false
  const rows = await queries.listIncludedIds(db, organizationId, planIds)
  const keys = new Set(rows.map(({ planId, signalId }) => `${planId} ${signalId}`))
  return (planId, signalId) => keys.has(`${planId} ${signalId}`)
}
