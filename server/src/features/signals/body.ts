import type { SignalRow } from './queries.ts'
import type { Signal } from './schemas.ts'

export function toBody({ createdAt, updatedAt, ...fields }: SignalRow): Signal {
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
