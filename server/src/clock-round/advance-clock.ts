import { outboxHandlers } from '../consumers.ts'
import type { ClockScope } from '../features/clock/business-clock.ts'
import type { AdvanceDeps } from '../features/clock/move.ts'
import {
  type CreditLookDeps,
  lookAtCreditOf,
} from '../features/control/alerts/credit/look-at-clock.ts'
import type { AutoTopUpDeps } from '../features/control/auto-top-ups/start-due.ts'
import { topUpAtClock } from '../features/control/auto-top-ups/top-up-at-clock.ts'
import { consumeAll } from '../features/outbox/consume.ts'
import type { AccountLinkDeps } from '../features/portal/account/send-link.ts'
import type { AnnounceDeps } from '../features/webhooks/rendering/announce.ts'
import { findNextDue } from './clock-events.ts'
import type { BillingDeps } from './deps.ts'
import { runBilling, runDue } from './run-billing.ts'

/**
 * Returns the operations that move a test clock needs from billing, which is on a higher floor.
 * Each step's outbox events, such as emails, are consumed before the next step, so that emails
 * state what was true at their time.
 */
export function advanceOf(
  deps: BillingDeps &
    AccountLinkDeps &
    AnnounceDeps &
    AutoTopUpDeps & { alertDeps: CreditLookDeps },
): AdvanceDeps {
  const handlers = outboxHandlers(deps)
  const followUp = async (scope: ClockScope) => {
    const organizationId = 'only' in scope ? scope.only : undefined
    await consumeAll(deps, handlers, { organizationId, now: deps.now() })
  }
  /** Tops up and looks at credit after the work that became due at the time of the scope. */
  const look = async (scope: ClockScope, startedAt: Date) => {
    if (!('only' in scope)) return
    await topUpAtClock(deps, scope)
    await lookAtCreditOf(deps.alertDeps, scope, startedAt)
  }
  return {
    runBilling: async (scope) => {
      const startedAt = deps.now()
      await runBilling(deps, scope)
      await look(scope, startedAt)
      await followUp(scope)
    },
    findNextDue: async (organizationId, after) => {
      const due = await findNextDue(deps.db, organizationId, after)
      if (!due) return null
      const handle = async (scope: ClockScope) => {
        const startedAt = deps.now()
        await runDue(deps, scope, due.kinds)
        await look(scope, startedAt)
        await followUp(scope)
      }
      return { at: due.at, handle }
    },
  }
}
