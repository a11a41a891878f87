import type { IncludedSignal } from './included-queries.ts'
import type { PlanAgent } from './link-queries.ts'
import type { PlanRow } from './queries.ts'
import type { PricingPlan } from './schemas.ts'

type AgentOfPlan = PlanAgent & { planId: string }
type IncludedInPlan = IncludedSignal & { planId: string }

export function toBody(
  { createdAt, updatedAt, ...plan }: PlanRow,
  agents: readonly AgentOfPlan[],
  included: readonly IncludedInPlan[],
): PricingPlan {
  return {
    ...plan,
    agents: agents.map(({ planId: _, ...agent }) => agent),
    includedSignals: included.map(({ planId: _, ...signal }) => signal),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
