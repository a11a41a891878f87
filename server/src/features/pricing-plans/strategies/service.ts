import type { ScopedId } from '../../../domain/scoped-id.ts'
import { localDate } from '../../../domain/time/dates.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { parseSince } from '../../../platform/dates/sent-date.ts'
import { AppError } from '../../../platform/errors.ts'
import { type ExpectedVersion, requireVersion } from '../../../platform/expected-version.ts'
import { listAnswer, pageOf } from '../../../platform/http/list.ts'
import { newId } from '../../../platform/id.ts'
import { recordPlanChange } from '../../changelog/service.ts'
import type { Moment } from '../../clock/business-clock.ts'
import { markPlan } from '../../earning-marks/sweep.ts'
import { publishPlan } from '../publish-plan.ts'
import { type Command, getPlan, lockPlan } from '../service.ts'
import { type Change, strategyChanges, toBody } from './body.ts'
import {
  type CheckedItem,
  checkItems,
  readItem,
  readItems,
  type StrategyItem,
  strategyNotFound,
} from './items.ts'
import { updatePrice } from './price-queries.ts'
import * as queries from './queries.ts'
import type {
  PricingStrategy,
  PricingStrategyBulkResult,
  PricingStrategyList,
  StrategyListQuery,
} from './schemas.ts'
import { refuseDoublePricing } from './signals/double-pricing.ts'
import { lockPricedSignals, refuseSecondPrices, signalOf } from './signals/signals.ts'
import { datedOn, strategyOf, withPriceOn } from './strategy.ts'

export async function listStrategies(
  db: Db,
  plan: ScopedId,
  query: StrategyListQuery,
  now: Date,
): Promise<PricingStrategyList> {
  const updatedSince = parseSince('updatedSince', query.updatedSince)
  const { id: planId } = await getPlan(db, plan)
  const { chargeType, signalId, isActive, search, sortBy = 'createdAt', sortOrder } = query
  const fields = {
    chargeType,
    signalId,
    isActive,
    search: search?.trim() || undefined,
    updatedSince,
  }
  const filter = { organizationId: plan.organizationId, planId, ...fields }
  const page = pageOf(query)
  const { rows, total } = await queries.listStrategies(db, filter, { ...page, sortBy, sortOrder })
  const results = rows.map((row) => toBody(strategyOf(row), todayAt(now)))
  return listAnswer(page, results, total)
}

export async function getStrategy(
  db: Db,
  key: queries.StrategyKey,
  now: Date,
): Promise<PricingStrategy> {
  const { id: planId } = await getPlan(db, { organizationId: key.organizationId, id: key.planId })
  const row = await queries.findStrategy(db, { ...key, planId })
  if (!row) throw strategyNotFound()
  return toBody(strategyOf(row), todayAt(now))
}

/** Creates all strategies, or none if one is rejected. */
export async function createStrategies(
  db: Db,
  { body, ...command }: Command & { body: unknown },
  moment: Moment,
): Promise<PricingStrategyBulkResult> {
  const items = readItems(body, { withIds: false })
  return { results: await writeStrategies(db, { ...command, items }, moment) }
}

/** Updates strategies that have an id and creates the others; all of them or none. */
export async function saveStrategies(
  db: Db,
  { body, ...command }: Command & { body: unknown },
  moment: Moment,
): Promise<PricingStrategyBulkResult> {
  const items = readItems(body, { withIds: true })
  return { results: await writeStrategies(db, { ...command, items }, moment) }
}

/** Returns the existing strategies that a body of `saveStrategies` changes. Throws `invalid`. */
export async function listSentStrategies(
  db: Db,
  plan: ScopedId,
  { body, now }: { body: unknown; now: Date },
): Promise<PricingStrategyBulkResult> {
  const ids = readItems(body, { withIds: true }).flatMap(({ id }) => id ?? [])
  const key = { organizationId: plan.organizationId, planId: plan.id }
  const rows = await queries.findStrategies(db, key, ids)
  return { results: rows.map((row) => toBody(strategyOf(row), todayAt(now))) }
}

type OneStrategy = Command & { strategyId: string; expected: ExpectedVersion }
type StrategyUpdate = OneStrategy & { body: unknown }

export async function updateStrategy(
  db: Db,
  { strategyId, body, expected, ...command }: StrategyUpdate,
  moment: Moment,
): Promise<PricingStrategy> {
  const items = [readItem(strategyId, body, expected)]
  const [strategy] = await writeStrategies(db, { ...command, items }, moment)
  if (!strategy) throw strategyNotFound()
  return strategy
}

/** Prices of plans begin in the time zone of each subscription; what is shown of a plan is that of the UTC day. */
const todayAt = (now: Date) => localDate(now, 'UTC')

/** Limits the lines of an invoice, which are computed together. */
const PER_PLAN_MAX = 1_000

/**
 * Locks the plan, so that price changes of one plan are serialized and each sees the previous one.
 * A subscription starts before or after a change, never in the middle of it.
 */
async function writeStrategies(
  db: Db,
  { key, actor, items }: Command & { items: readonly StrategyItem[] },
  moment: Moment,
): Promise<PricingStrategy[]> {
  const { organizationId } = key
  const { now, businessNow } = moment
  const today = todayAt(businessNow)
  return db.transaction().execute(async (tx) => {
    const { id: planId } = await lockPlan(tx, key, 'update')
    const rows = await queries.allStrategies(tx, { organizationId, planId })
    const checked = checkItems(items, { rows, today })
    const created = checked.filter(({ before }) => before === undefined)
    if (rows.length + created.length > PER_PLAN_MAX) {
      throw new AppError('conflict', `A plan has at most ${PER_PLAN_MAX} pricing strategies`)
    }
    const signalNames = await lockPricedSignals(tx, { organizationId, planId }, checked)
    refuseSecondPrices(checked, rows.map(strategyOf))
    const outcomes = checked.map((item) => applyItem(item, { planId, signalNames, now, today }))
    const changed = outcomes.filter(({ changes }) => changes.length > 0)
    await storeChanges(tx, { organizationId, changed, today }, now)
    if (changed.length > 0) await markPlan(tx, { organizationId, id: planId }, now)
    await refuseDoublePricing(tx, { organizationId, planId, changed }, businessNow)
    const changes = changed.flatMap((change) => change.changes)
    await recordPlanChange(tx, { organizationId, planId, actor, changes }, businessNow)
    if (changed.length > 0) await publishPlan(tx, { organizationId, id: planId }, 'updated', moment)
    return outcomes.map(({ before, after, changes: { length } }) =>
      toBody(before && length === 0 ? before : after, today),
    )
  })
}

function applyItem(
  { before, price, billTiming, name, isActive }: CheckedItem,
  context: { planId: string; signalNames: ReadonlyMap<string, string>; now: Date; today: string },
): Change {
  const { planId, signalNames, now, today } = context
  const signalId = price.chargeType === 'usage' ? price.signalId : ''
  const after = {
    id: before?.id ?? newId(),
    planId,
    name: name ?? signalNames.get(signalId) ?? 'Usage',
    billTiming,
    isActive,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    ...(before ? withPriceOn(before, price, today) : price),
  }
  return { before, after, changes: strategyChanges(before, after, today) }
}

async function storeChanges(
  tx: Tx,
  {
    organizationId,
    changed,
    today,
  }: { organizationId: string; changed: readonly Change[]; today: string },
  now: Date,
): Promise<void> {
  const updated = changed.filter(({ before }) => before !== undefined)
  const created = changed.filter(({ before }) => before === undefined)
  // Two strategies may swap their signals. The unique index checks each row separately, so
  // strategies that leave a signal are marked deleted until all have their new one.
  const leaving = updated.filter(({ before, after }) => signalOf(before) !== signalOf(after))
  const leavingIds = leaving.map(({ after }) => after.id)
  if (leaving.length > 0) await queries.markStrategiesDeleted(tx, organizationId, leavingIds, now)
  const after = (changes: readonly Change[]) => changes.map((change) => change.after)
  await queries.updateStrategies(tx, organizationId, after(updated), now)
  for (const change of updated) {
    const price = datedOn(change.after, today)
    if (price) await updatePrice(tx, organizationId, price)
  }
  const inserted = await queries.insertStrategies(tx, organizationId, after(created))
  if (inserted.size < created.length) {
    throw new AppError('conflict', 'This plan already prices one of these signals')
  }
}

export async function deleteStrategy(
  db: Db,
  { key, actor, strategyId, expected }: OneStrategy,
  moment: Moment,
): Promise<void> {
  const { organizationId } = key
  const { now, businessNow } = moment
  await db.transaction().execute(async (tx) => {
    const { id: planId } = await lockPlan(tx, key, 'update')
    const row = await queries.findStrategy(tx, { organizationId, planId, id: strategyId })
    if (!row) throw strategyNotFound()
    requireVersion(row, expected)
    await queries.markStrategiesDeleted(tx, organizationId, [row.id], now)
    await markPlan(tx, { organizationId, id: planId }, now)
    const changes = strategyChanges(strategyOf(row), undefined, todayAt(businessNow))
    await recordPlanChange(tx, { organizationId, planId, actor, changes }, businessNow)
    await publishPlan(tx, { organizationId, id: planId }, 'updated', moment)
  })
}
