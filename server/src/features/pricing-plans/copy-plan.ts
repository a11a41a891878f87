import type { ScopedId } from '../../domain/scoped-id.ts'
import type { Db } from '../../platform/database.ts'
import { TEXT_LENGTH_MAX } from '../../platform/http/fields.ts'
import { newId } from '../../platform/id.ts'
import type { Moment } from '../clock/business-clock.ts'
import { insertIncludedSignals, listIncludedSignals } from './included-queries.ts'
import * as links from './link-queries.ts'
import { publishPlan } from './publish-plan.ts'
import { insertPlan } from './queries.ts'
import type { PricingPlan } from './schemas.ts'
import { getPlan, lockPlan } from './service.ts'
import { allStrategies, insertStrategies } from './strategies/queries.ts'
import { strategyOf } from './strategies/strategy.ts'

/**
 * Creates a plan with the agents, prices and included signals of another one. The original is locked, so that its
 * prices, agents and signals cannot be removed concurrently.
 */
export async function copyPlan(
  db: Db,
  { key, name }: { key: ScopedId; name: string | undefined },
  moment: Moment,
): Promise<PricingPlan> {
  const { now } = moment
  const { organizationId } = key
  return db.transaction().execute(async (tx) => {
    const source = await lockPlan(tx, key, 'share')
    const agentIds = await links.listLinkedAgentIds(tx, organizationId, source.id)
    const planId = newId()
    const { version: _, createdAt: __, updatedAt: ___, ...kept } = source
    const copy = { ...kept, id: planId, name: name ?? nameOfCopy(source.name) }
    await insertPlan(tx, { ...copy, organizationId, now })
    await links.insertPlanAgents(tx, { organizationId, planId, agentIds }, now)
    const rows = await allStrategies(tx, { organizationId, planId: source.id })
    const strategies = rows.map((row) => ({
      ...strategyOf(row),
      id: newId(),
      planId,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }))
    await insertStrategies(tx, organizationId, strategies)
    const included = await listIncludedSignals(tx, organizationId, [source.id])
    const signalIds = included.map(({ id }) => id)
    await insertIncludedSignals(tx, { organizationId, planId, signalIds }, now)
    await publishPlan(tx, { organizationId, id: planId }, 'created', moment)
    return getPlan(tx, { organizationId, id: planId })
  })
}

const SUFFIX = ' (copy)'

/** Cuts by whole characters and before the suffix, so that a long name still shows it is a copy. */
function nameOfCopy(name: string): string {
  return [...name].slice(0, TEXT_LENGTH_MAX - SUFFIX.length).join('') + SUFFIX
}
