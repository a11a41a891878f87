import type { BillingDeps } from './features/billing/deps.ts'
import { findNextDue } from './features/billing/queries.ts'
import { runBilling, runDue } from './features/billing/run-billing.ts'
import type { AdvanceDeps } from './features/clock/move.ts'

/** What happens while a test clock is moved: billing, which stands above it. */
export function advanceOf(deps: BillingDeps): AdvanceDeps {
  return {
    runBilling: (scope) => runBilling(deps, scope),
    findNextDue: async (organizationId, after) => {
      const due = await findNextDue(deps.db, organizationId, after)
      return due && { at: due.at, handle: (scope) => runDue(deps, scope, due.kinds) }
    },
  }
}
