import { type Decimal, decimal, ZERO } from '../../../domain/money.ts'
import type { UsageFailure, UsageSuccess } from '../../../features/usage/batch/result-fields.ts'
import type { JsonObject } from '../../../platform/json/json-object.ts'
import { createGroups, type Groups } from './groups.ts'

/** Counts of a file's rows by outcome. */
export type Tally = {
  read: number
  costed: number
  uncosted: number
  alreadyThere: number
  failed: number
  /** Number of batches sent again because the database was unavailable. */
  resent: number
  /** Total cost in USD of the rows that this import stored. */
  cost: Decimal
  /** Rows stored without a cost, by provider and model. */
  uncostedServices: Groups
  failures: Groups
}

export function createTally(): Tally {
  return {
    read: 0,
    costed: 0,
    uncosted: 0,
    alreadyThere: 0,
    failed: 0,
    resent: 0,
    cost: ZERO,
    uncostedServices: createGroups('others'),
    failures: createGroups('other reasons'),
  }
}

export function countSuccess(tally: Tally, entry: UsageSuccess): void {
  if (entry.duplicate) {
    tally.alreadyThere += 1
    return
  }
  tally.costed += 1
  tally.cost = tally.cost.plus(decimal(entry.totalCostUsd))
}

/**
 * Returns true when the row failed. A row stored without a cost, now or by an earlier import, did
 * not fail.
 */
export function countFailedEntry(
  tally: Tally,
  { entry, record, row }: { entry: UsageFailure; record: JsonObject; row: number },
): boolean {
  if (entry.stored && entry.duplicate) tally.alreadyThere += 1
  else if (entry.stored) {
    tally.uncosted += 1
    tally.uncostedServices.add(serviceName(record), row)
  } else countFailure(tally, row, entry.error)
  return !entry.stored
}

export function countFailure(tally: Tally, row: number, reason: string): void {
  tally.failed += 1
  tally.failures.add(withoutValues(reason), row)
}

/** Returns `provider/model` of a record in lower case, as the catalog compares them. */
export function serviceName({ model, modelProvider }: JsonObject): string {
  return `${String(modelProvider).trim()}/${String(model).trim()}`.toLowerCase()
}

/** Removes the invalid value at the end of each reason, so that equal mistakes form one group. */
function withoutValues(reason: string): string {
  return reason
    .split('; ')
    .map((part) => part.replace(/, not (?:"|-?\d|null|true|false).*$/s, ''))
    .join('; ')
}
