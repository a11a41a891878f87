import type { ScopedId } from '../../domain/scoped-id.ts'
import { localDate } from '../../domain/time/dates.ts'
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
import { insertPrices } from './strategies/price-queries.ts'
import { allStrategies, insertStrategies } from './strategies/queries.ts'
import { datedOn, priceOn, type Strategy, strategyOf } from './strategies/strategy.ts'

/**
 * Creates a plan with the agents, prices and included signals of another one. Of dated prices it has those in force and
 * those of the future; prices of single subscriptions belong to their deals and are not copied. The original is locked, so that its
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
    const today = localDate(moment.businessNow, 'UTC')
    const strategies = rows.map((row) => ({
      ...withoutPast(strategyOf(row), today),
      id: newId(),
      planId,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }))
    await insertStrategies(tx, organizationId, strategies)
    const ahead = strategies.flatMap(({ id: strategyId, dated }) =>
      (dated?.plan ?? []).map((price) => ({ ...price, id: newId(), strategyId })),
    )
    // To withdraw a change leaves the prices of a copy, which have changes of their own.
    const changeIds = new Map(ahead.map(({ changeId }) => [changeId, newId()]))
    const ofCopy = ahead.map((price) => ({
      ...price,
      changeId: changeIds.get(price.changeId) ?? price.id,
    }))
    await insertPrices(tx, organizationId, ofCopy, now)
    const included = await listIncludedSignals(tx, organizationId, [source.id])
    const signalIds = included.map(({ id }) => id)
    await insertIncludedSignals(tx, { organizationId, planId, signalIds }, now)
    await publishPlan(tx, { organizationId, id: planId }, 'created', moment)
    return getPlan(tx, { organizationId, id: planId })
  })
}

/** Returns a strategy whose first price is the one in force; that for new subscriptions stays beside it. */
function withoutPast(strategy: Strategy, today: string): Strategy {
  const { dated, ...first } = strategy
  if (dated === undefined) return strategy
  const begun = datedOn(strategy, today)?.from ?? ''
  const plan = dated.plan.filter(
    ({ from, audience }) => from > today || (audience === 'new' && from >= begun),
  )
  return { ...first, ...priceOn(strategy, today), dated: { plan, own: [] } }
}

const SUFFIX = ' (copy)'

/** Cuts by whole characters and before the suffix, so that a long name still shows it is a copy. */
function nameOfCopy(name: string): string {
  return [...name].slice(0, TEXT_LENGTH_MAX - SUFFIX.length).join('') + SUFFIX
}
