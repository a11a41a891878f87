import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockAgent } from '../agents/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import * as links from './link-queries.ts'
import { publishPlan } from './publish-plan.ts'
import { isPlanInUse } from './queries.ts'
import type { PricingPlan } from './schemas.ts'
import { getPlan, lockPlan } from './service.ts'
import { listStrategiesOfAgent } from './strategies/queries.ts'

/** Maximum number of blocking strategies that an error message names. */
const NAMED_MAX = 10

export async function linkAgent(
  db: Db,
  key: links.PlanAgentKey,
  moment: Moment,
): Promise<PricingPlan> {
  const { organizationId, planId, agentId } = key
  return db.transaction().execute(async (tx) => {
    await lockAgent(tx, { organizationId, id: agentId }, 'share')
    const plan = await lockPlan(tx, { organizationId, id: planId }, 'share')
    const link = { organizationId, planId: plan.id, agentIds: [agentId] }
    const linked = await links.insertPlanAgents(tx, link, moment.now)
    if (linked.length === 0) {
      throw new AppError('already_linked', 'The plan is already linked to this agent')
    }
    await publishPlan(tx, { organizationId, id: planId }, 'updated', moment)
    return getPlan(tx, { organizationId, id: planId })
  })
}

/**
 * Removes a link between plan and agent. Throws if a subscription that has not ended, or a strategy
 * that prices one of the agent's signals, still needs it.
 */
export async function unlinkAgent(db: Db, key: links.PlanAgentKey, moment: Moment): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked for update: everything that depends on a link locks its plan.
    await lockPlan(tx, { organizationId: key.organizationId, id: key.planId }, 'update')
    if (!(await links.isPlanLinked(tx, key))) {
      throw new AppError('not_found', 'The plan is not linked to this agent')
    }
    if (await isPlanInUse(tx, key, moment.businessNow)) {
      throw new AppError(
        'plan_in_use',
        'Subscriptions that have not ended use this plan with this agent; end or delete them first',
      )
    }
    const strategies = await listStrategiesOfAgent(tx, { ...key, limit: NAMED_MAX })
    if (strategies.length > 0) {
      const names = strategies.map(({ id, name }) => `${name} (${id})`).join(', ')
      throw new AppError(
        'has_dependents',
        `Pricing strategies of this plan price signals of this agent; delete them first: ${names}`,
      )
    }
    await links.deletePlanAgent(tx, key)
    await publishPlan(tx, { organizationId: key.organizationId, id: key.planId }, 'updated', moment)
  })
}
