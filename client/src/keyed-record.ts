import type { UsageRecord } from './usage-record.ts'

/** A record with its idempotency key; repeated sends count once. */
export type KeyedRecord = UsageRecord & { idempotencyKey: string }

export const withKey = (record: UsageRecord): KeyedRecord => ({
  ...record,
  idempotencyKey: record.idempotencyKey ?? crypto.randomUUID(),
})
