import type { AgentRow } from './queries.ts'
import type { Agent } from './schemas.ts'

export function toBody({ createdAt, updatedAt, ...fields }: AgentRow): Agent {
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
