import { decimal } from './money.ts'
import {
  parseTiers,
  priceUsage,
  type TieredModel,
  type Tiers,
  type UsagePricing,
} from './prices/pricing.ts'
import { type BillingPeriod, type PeriodSchedule, periodByIndex } from './time/period.ts'
import type { Range } from './time/range.ts'

export const day = (text: string) => Temporal.PlainDate.from(text)

export const instant = (text: string) => Temporal.Instant.from(text)

export function scheduleFrom(
  schedule: Partial<PeriodSchedule> & { start: string },
): PeriodSchedule {
  const { start, ...others } = schedule
  return {
    timeZone: 'UTC',
    startDate: day(start),
    end: null,
    cycle: { kind: 'monthly' },
    billingDay: null,
    ...others,
  }
}

export function period(schedule: PeriodSchedule, index: number): BillingPeriod {
  const found = periodByIndex(schedule, index)
  if (found === undefined) throw new Error(`no period ${index}`)
  return found
}

/** Renders the local days of a period's start and end: "2025-01-01 > 2025-02-01". */
export function shown({ start, end }: Range, timeZone = 'UTC'): string {
  const localDay = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate()
  return `${localDay(start)} > ${localDay(end)}`
}

export function shownPeriods(schedule: PeriodSchedule, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    shown(period(schedule, index), schedule.timeZone),
  )
}

export function hoursOf({ start, end }: Range): number {
  return start.until(end).total('hours')
}

/** [upper, rate, flat fee] of each tier; the last upper is null. */
export type Row = readonly [upper: string | null, rate: string, flatFee?: string | undefined]

export function tiersFrom(rows: readonly Row[], pricingModel: TieredModel = 'graduated'): Tiers {
  const input = rows.map(([upper, rate, flatFee], position) => ({
    lower: rows[position - 1]?.[0] ?? '0',
    upper,
    rate,
    flatFee,
  }))
  const result = parseTiers(input, pricingModel)
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result.tiers
}

export function pricingFrom(pricingModel: TieredModel, rows: readonly Row[]): UsagePricing {
  return { pricingModel, tiers: tiersFrom(rows, pricingModel) }
}

export function packagesFrom(rate: string, packageSize: string): UsagePricing {
  return { pricingModel: 'package', rate: decimal(rate), packageSize: decimal(packageSize) }
}

export function amountOf(pricing: UsagePricing, quantity: string): string {
  return priceUsage(pricing, decimal(quantity)).amount.toFixed()
}

export function shownTiers(pricing: UsagePricing, quantity: string) {
  return priceUsage(pricing, decimal(quantity)).tiers.map(({ lower, upper, rate, units, amount }) =>
    [lower, upper ?? 'up', rate, units, amount].map(String).join(' '),
  )
}
