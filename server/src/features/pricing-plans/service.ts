import { isCurrency } from '../../domain/currency.ts'
import type { ScopedId } from '../../domain/scoped-id.ts'
import type { LockMode } from '../../platform/advisory-lock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { parseSince } from '../../platform/dates/sent-date.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../platform/expected-version.ts'
import { listAnswer, pageOf } from '../../platform/http/list.ts'
import { newId } from '../../platform/id.ts'
import { lockAgent } from '../agents/service.ts'
import type { Actor } from '../auth/principal.ts'
import { recordPlanChange } from '../changelog/service.ts'
import type { Moment } from '../clock/business-clock.ts'
import { toBody } from './body.ts'
import { listIncludedSignals } from './included-queries.ts'
import * as links from './link-queries.ts'
import { publishPlan } from './publish-plan.ts'
import * as queries from './queries.ts'
import type {
  PlanListQuery,
  PricingPlan,
  PricingPlanCreate,
  PricingPlanList,
  PricingPlanUpdate,
} from './schemas.ts'

/**
 * Locks a live plan until the transaction ends; throws `not_found`. The lock also keeps its links
 * to agents. Lock order of dependencies: customer, agent, plan, signal. Use `share` to create a
 * dependent row, `update` to change or remove the locked one.
 */
export async function lockPlan(tx: Tx, key: ScopedId, mode: LockMode): Promise<queries.PlanRow> {
  return (await queries.lockPlan(tx, key, mode)) ?? notFound('Pricing plan')
}

/** Returns true if the plan is linked to the agent. Lock the plan first to keep the link. */
export async function isPlanLinked(db: Db, key: links.PlanAgentKey): Promise<boolean> {
  return links.isPlanLinked(db, key)
}

export async function createPlan(
  db: Db,
  { organizationId, body }: { organizationId: string; body: PricingPlanCreate },
  moment: Moment,
): Promise<PricingPlan> {
  const { now } = moment
  const { agentId, currency } = body
  if (currency !== undefined && !isCurrency(currency)) {
    const fix = 'send an active ISO 4217 code, for example USD or EUR'
    throw new AppError('invalid', [`currency ${currency} is not a valid billing currency: ${fix}`])
  }
  return db.transaction().execute(async (tx) => {
    if (agentId !== undefined) await lockAgent(tx, { organizationId, id: agentId }, 'share')
    const plan = {
      id: newId(),
      name: body.name,
      description: body.description ?? null,
      isActive: body.isActive ?? true,
      currency: currency ?? (await queries.getDefaultCurrency(tx, organizationId)),
      featuresList: body.featuresList ?? {},
      rejectionDays: body.rejectionDays ?? null,
      autoAcceptRejections: body.autoAcceptRejections ?? false,
    }
    await queries.insertPlan(tx, { ...plan, organizationId, now })
    const agentIds = agentId === undefined ? [] : [agentId]
    await links.insertPlanAgents(tx, { organizationId, planId: plan.id, agentIds }, now)
    await publishPlan(tx, { organizationId, id: plan.id }, 'created', moment)
    return getPlan(tx, { organizationId, id: plan.id })
  })
}

export async function getPlan(db: Db, key: ScopedId): Promise<PricingPlan> {
  const plan = await queries.findPlan(db, key)
  const [body] = plan ? await toBodies(db, key.organizationId, [plan]) : []
  return body ?? notFound('Pricing plan')
}

/** Returns a plan, even if it is deleted; undefined if it is absent. */
export async function findEveryPlan(db: Db, key: ScopedId): Promise<PricingPlan | undefined> {
  const plan = await queries.findEveryPlan(db, key)
  const [body] = plan ? await toBodies(db, key.organizationId, [plan]) : []
  return body
}

export async function listPlans(
  db: Db,
  organizationId: string,
  query: PlanListQuery,
): Promise<PricingPlanList> {
  const { agentId, isActive, search, sortBy = 'createdAt', sortOrder } = query
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const filter = {
    organizationId,
    agentId,
    isActive,
    search: search?.trim() || undefined,
    updatedSince,
  }
  const page = pageOf(query)
  const { rows, total } = await queries.listPlans(db, filter, { ...page, sortBy, sortOrder })
  return listAnswer(page, await toBodies(db, organizationId, rows), total)
}

async function toBodies(
  db: Db,
  organizationId: string,
  plans: readonly queries.PlanRow[],
): Promise<PricingPlan[]> {
  const planIds = plans.map(({ id }) => id)
  const agents = await links.listPlanAgents(db, organizationId, planIds)
  const included = await listIncludedSignals(db, organizationId, planIds)
  const agentsByPlan = Map.groupBy(agents, ({ planId }) => planId)
  const includedByPlan = Map.groupBy(included, ({ planId }) => planId)
  return plans.map((plan) =>
    toBody(plan, agentsByPlan.get(plan.id) ?? [], includedByPlan.get(plan.id) ?? []),
  )
}

const CHANGEABLE = [
  'name',
  'description',
  'featuresList',
  'isActive',
  'rejectionDays',
  'autoAcceptRejections',
] as const

/** A command on a plan, with the actor for the changelogs of its subscriptions. */
export type Command = { key: ScopedId; actor: Actor }

type PlanUpdate = Command & { body: PricingPlanUpdate; expected: ExpectedVersion }

/**
 * Updates a plan and writes to the changelogs of its running subscriptions. Deactivating a plan
 * only stops new subscriptions.
 */
export async function updatePlan(
  db: Db,
  { key, actor, body, expected }: PlanUpdate,
  moment: Moment,
): Promise<PricingPlan> {
  const { now, businessNow } = moment
  return db.transaction().execute(async (tx) => {
    // An absent plan is `not_found`, whatever fields are sent.
    const plan = await lockPlan(tx, key, 'update')
    requireVersion(plan, expected)
    if (body.currency !== undefined) {
      throw new AppError(
        'cannot_change',
        'currency of a plan cannot change, because its prices are in it: create another plan',
        { param: 'currency' },
      )
    }
    const wanted = {
      name: body.name ?? plan.name,
      description: body.description === undefined ? plan.description : body.description,
      featuresList: body.featuresList ?? plan.featuresList,
      isActive: body.isActive ?? plan.isActive,
      rejectionDays: body.rejectionDays === undefined ? plan.rejectionDays : body.rejectionDays,
      autoAcceptRejections: body.autoAcceptRejections ?? plan.autoAcceptRejections,
    }
    const changes = CHANGEABLE.flatMap((field) => {
      const [from, to] = [plan[field], wanted[field]]
      const isSame = JSON.stringify(from) === JSON.stringify(to)
      return isSame ? [] : [{ field: `plan.${field}`, from, to }]
    })
    if (changes.length > 0) {
      await queries.updatePlan(tx, key, wanted, now)
      const { organizationId, id: planId } = key
      await recordPlanChange(tx, { organizationId, planId, actor, changes }, businessNow)
      await publishPlan(tx, key, 'updated', moment)
    }
    return getPlan(tx, key)
  })
}

export async function deletePlan(
  db: Db,
  { key, expected }: { key: ScopedId; expected: ExpectedVersion },
  moment: Moment,
): Promise<void> {
  const { now, businessNow } = moment
  await db.transaction().execute(async (tx) => {
    // Creating a subscription locks its plan too, so none can appear between check and delete.
    const plan = await lockPlan(tx, key, 'update')
    requireVersion(plan, expected)
    const planId = plan.id
    if (
      await queries.isPlanInUse(tx, { organizationId: key.organizationId, planId }, businessNow)
    ) {
      throw new AppError(
        'has_dependents',
        'Subscriptions that have not ended use this plan; end or delete them first, ' +
          'or send isActive: false to stop new ones',
      )
    }
    await queries.markPlanDeleted(tx, key, now)
    await links.deletePlanAgents(tx, key)
    await publishPlan(tx, key, 'deleted', moment)
  })
}
