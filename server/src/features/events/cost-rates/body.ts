import { settlesAt } from '../../../domain/allocated-rates.ts'
import { amountNumber } from '../../../domain/json-amount.ts'
import { type Decimal, toExactText } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import { listActorNames } from '../../audit-log/actor-names.ts'
import { isFree, type SetCostRate } from '../../catalog/cost-rates/cost-rate.ts'
import type { CostRate as CostRateBody } from './fields.ts'

/** Returns the answers for own rates, each with the name of the actor that set it. */
export async function toBodies(
  db: Db,
  organizationId: string,
  rates: readonly SetCostRate[],
): Promise<CostRateBody[]> {
  const names = await listActorNames(db, organizationId, rates)
  return rates.map((rate) => toBody(rate, names.get(rate.actorId)?.name ?? null))
}

function toBody(rate: SetCostRate, actorName: string | null): CostRateBody {
  const { id, provider, model, serviceTier, percentOff, note, allocationId } = rate
  return {
    id,
    modelProvider: provider,
    model,
    serviceTier,
    effectiveFrom: rate.effectiveFrom?.toISOString() ?? null,
    effectiveTo: rate.effectiveTo?.toISOString() ?? null,
    percentOff: percentOff && amountNumber(percentOff),
    inputCost: rateText(rate.inputRate),
    outputCost: rateText(rate.outputRate),
    cacheReadCost: rateText(rate.cacheReadRate),
    cacheWriteCost: rateText(rate.cacheWriteRate),
    cacheWrite1hCost: rateText(rate.cacheWrite1hRate),
    unitCost: rateText(rate.unitRate),
    isFree: isFree(rate),
    note,
    costAllocationId: allocationId,
    provisionalUntil: provisionalUntil(rate)?.toISOString() ?? null,
    actor: `${rate.actorKind}:${rate.actorId}`,
    actorName,
    createdAt: rate.createdAt.toISOString(),
    withdrawnAt: rate.withdrawnAt?.toISOString() ?? null,
  }
}

function provisionalUntil({ isProvisional, effectiveFrom }: SetCostRate): Date | null {
  return isProvisional && effectiveFrom ? new Date(settlesAt(effectiveFrom.getTime())) : null
}

export function rateText(rate: Decimal | null): string | null {
  return rate && toExactText(rate)
}
