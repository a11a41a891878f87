import type { AdvanceDeps } from '../features/clock/move.ts'
import type { BillingDeps } from './deps.ts'
import { findNextDue } from './queries.ts'
import { runBilling, runDue } from './run-billing.ts'

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
