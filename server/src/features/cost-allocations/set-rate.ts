import { type Decimal, decimal } from '../../domain/money.ts'
import type { Tx } from '../../platform/database.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CostRate } from '../catalog/cost-rates/cost-rate.ts'
import {
  addCostRate,
  findCostRate,
  withdrawProvisionalRates,
} from '../catalog/stored-cost-rates.ts'
import type { Moment } from '../clock/business-clock.ts'
import { costWaiting } from '../events/cost-rates/cost-waiting.ts'
import { publishEvent } from '../outbox/outbox.ts'
import { queueRun } from '../repricing/service.ts'
import type { CostAllocation } from './allocation.ts'
import { dayTextOf, monthTextAfter, windowOf } from './months.ts'
import * as queries from './queries.ts'
import { type Month, provisionalSpread, rateOf, settledSpread } from './spread.ts'

type Work = { catalog: Catalog; of: Month }

/** Sets or replaces the provisional rate of a month, and costs the events that wait for it. */
export async function setRate(tx: Tx, { catalog, of }: Work, moment: Moment): Promise<void> {
  const { allocation, month, costRateId: known } = of
  const { organizationId, id: allocationId } = allocation
  const { units, rate: perUnit } = await provisionalSpread(tx, catalog, of, moment)
  const saved = { allocationId, month, units, runId: null, settledAt: null }
  if (perUnit === null) {
    await queries.saveMonth(tx, organizationId, { ...saved, costRateId: null, ratedOn: null })
    return
  }
  const rate = rateOf(of, { rate: perUnit, isProvisional: true }, moment.now)
  const ratedOn = dayTextOf(moment.businessNow)
  if (known !== null && (await hasSameRates(tx, { organizationId, id: known }, rate))) {
    await queries.saveMonth(tx, organizationId, { ...saved, costRateId: known, ratedOn })
    return
  }
  await queries.saveMonth(tx, organizationId, { ...saved, costRateId: rate.id, ratedOn })
  await replaceRate(tx, { catalog, of, rate }, moment)
}

/**
 * Sets the final rate of a month, and queues a run that prices the usage of the month by it. Without
 * any units the month has no rate, and its amount is not spread.
 */
export async function settleMonth(tx: Tx, { catalog, of }: Work, moment: Moment): Promise<void> {
  const { allocation, month } = of
  const { organizationId, id: allocationId } = allocation
  const { now } = moment
  const { units, rate: perUnit } = await settledSpread(tx, catalog, of)
  const saved = { allocationId, month, units, ratedOn: null, settledAt: now }
  await queries.updateAllocation(tx, allocation, { nextMonth: monthTextAfter(month) })
  if (perUnit === null) {
    await withdrawProvisional(tx, of, now)
    await queries.saveMonth(tx, organizationId, { ...saved, costRateId: null, runId: null })
    return
  }
  const rate = rateOf(of, { rate: perUnit, isProvisional: false }, now)
  const runId = await queueSettlement(tx, allocation, month, now)
  await queries.saveMonth(tx, organizationId, { ...saved, costRateId: rate.id, runId })
  const event = { type: 'cost_rate.created' as const, organizationId, customerId: null }
  await publishEvent(tx, { ...event, id: rate.id }, moment)
  await replaceRate(tx, { catalog, of, rate }, moment)
}

function queueSettlement(
  tx: Tx,
  allocation: CostAllocation,
  month: string,
  now: Date,
): Promise<string> {
  const reason = `Settlement of a cost allocation for ${month.slice(0, 7)}`
  return queueAllocationRun(tx, allocation, { ...windowOf(month), reason }, now)
}

type Rerun = { start: Date; end: Date; reason: string }

/** Queues a run over the usage of the model, in the name of the actor that set the allocation. */
export function queueAllocationRun(
  tx: Tx,
  { organizationId, provider, model, actorKind, actorId }: CostAllocation,
  { start, end, reason }: Rerun,
  now: Date,
): Promise<string> {
  const window = { windowStart: start, windowEnd: end }
  const scope = { organizationId, ...window, provider, model, customerId: null, agentId: null }
  return queueRun(tx, { scope, reason, actorKind, actorId }, now)
}

type Replacing = Work & { rate: CostRate }

async function replaceRate(
  tx: Tx,
  { catalog, of, rate }: Replacing,
  { now }: Moment,
): Promise<void> {
  await withdrawProvisional(tx, of, now)
  await costWaiting(tx, { catalog, rate }, now)
  // Last, because its foreign key locks the organization's row and blocks new events.
  const { actorKind: kind, actorId: id } = of.allocation
  await addCostRate(tx, rate, { kind, id })
}

/** Withdraws the provisional rate of one month. */
function withdrawProvisional(tx: Tx, { allocation, month }: Month, now: Date): Promise<void> {
  const { organizationId, id: allocationId } = allocation
  const { start: from, end: to } = windowOf(month)
  return withdrawProvisionalRates(tx, { organizationId, allocationId, from, to }, now)
}

async function hasSameRates(
  tx: Tx,
  key: { organizationId: string; id: string },
  rate: CostRate,
): Promise<boolean> {
  const known = await findCostRate(tx, key)
  const isSame = (a: Decimal | null, b: Decimal | null) => (a ?? NONE).eq(b ?? NONE)
  return (
    known !== undefined &&
    known.withdrawnAt === null &&
    isSame(known.inputRate, rate.inputRate) &&
    isSame(known.outputRate, rate.outputRate) &&
    isSame(known.unitRate, rate.unitRate)
  )
}

const NONE = decimal('-1')
