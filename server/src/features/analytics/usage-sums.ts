import type { UsageSums } from './sums-queries.ts'

/** Undefined of nothing. */
export function addUp(rows: readonly UsageSums[]): UsageSums | undefined {
  return rows.reduce<UsageSums | undefined>(
    (total, row) =>
      total === undefined
        ? row
        : {
            eventCount: String(Number(total.eventCount) + Number(row.eventCount)),
            quantity: total.quantity.plus(row.quantity),
            cost: total.cost.plus(row.cost),
            uncostedEvents: String(Number(total.uncostedEvents) + Number(row.uncostedEvents)),
          },
    undefined,
  )
}

/** All of it, without some of it. */
export function withoutSums(all: UsageSums, some: UsageSums): UsageSums {
  return {
    eventCount: String(Number(all.eventCount) - Number(some.eventCount)),
    quantity: all.quantity.minus(some.quantity),
    cost: all.cost.minus(some.cost),
    uncostedEvents: String(Number(all.uncostedEvents) - Number(some.uncostedEvents)),
  }
}
