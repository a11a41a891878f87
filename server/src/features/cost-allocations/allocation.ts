import type { AllocationUnit } from '../../domain/allocated-rates.ts'
import type { Decimal } from '../../domain/money.ts'
import type { ActorKind } from '../auth/principal.ts'

/** An amount for each month that is spread over the usage of a model. Months are `YYYY-MM-01`. */
export type CostAllocation = {
  id: string
  organizationId: string
  provider: string
  model: string
  /** USD. */
  amount: Decimal
  unit: AllocationUnit
  firstMonth: string
  /** Included; null: no end. */
  lastMonth: string | null
  /** The first month that has not settled. */
  nextMonth: string
  note: string | null
  actorKind: ActorKind
  actorId: string
  createdAt: Date
}

/** A month of an allocation that has begun, or begins within a day. */
export type AllocationMonth = {
  allocationId: string
  month: string
  /** The units that the amount was last spread over. */
  units: Decimal
  /** Null: nothing ran. */
  costRateId: string | null
  /** The day in business time on which the rate was computed. */
  ratedOn: string | null
  runId: string | null
  settledAt: Date | null
}

/** Returns the start of a stored month, in epoch milliseconds. */
export function startOf(month: string): number {
  return Date.parse(month)
}
