import type { PlanAgent } from './link-queries.ts'
import type { PlanRow } from './queries.ts'
import type { PricingPlan } from './schemas.ts'

type AgentOfPlan = PlanAgent & { planId: string }

export function toBody(
  { createdAt, ...plan }: PlanRow,
  agents: readonly AgentOfPlan[],
): PricingPlan {
  return {
    ...plan,
    agents: agents.map(({ planId: _, ...agent }) => agent),
    createdAt: createdAt.toISOString(),
  }
}
