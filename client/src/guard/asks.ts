import type { GuardDecision } from '../api.gen.ts'
import { NetworkError } from '../errors.ts'
import type { Resources } from '../resources.ts'
import type { GuardSettings } from './options.ts'
import { type Deadline, deadlineIn, type TooLate, withinTime } from './within-time.ts'

type Guard = Pick<Resources['guard'], 'createHold' | 'extendHold' | 'releaseHold'>

/** What a run asks for while it goes on: its cost so far and its next step, in USD. */
export type Extension = { holdId: string; costSoFarUsd: string; nextCostUsd: string }

/**
 * The requests of a guarded run. Each may be repeated: the same run has the same hold, and a hold is
 * extended to a sum.
 */
export function asksOf(guard: Guard, settings: GuardSettings) {
  const { customer, agent, signal, estimatedCostUsd, quantity, runId, ttlSeconds } = settings
  const decided = (deadline: Deadline, ask: (options: CallOptions) => Promise<GuardDecision>) =>
    withinTime(deadline, async (timeout) => checked(await ask({ timeout, maxRetries: 0 })))
  return {
    hold: (deadline: Deadline): Promise<GuardDecision | TooLate> =>
      decided(deadline, (options) =>
        guard.createHold(
          {
            customerExternalId: customer,
            agentCode: agent,
            signalName: signal,
            estimatedCostUsd,
            quantity,
            runId,
            ttlSeconds,
          },
          options,
        ),
      ),
    extend: (
      { holdId, costSoFarUsd, nextCostUsd }: Extension,
      deadline: Deadline,
    ): Promise<GuardDecision | TooLate> =>
      decided(deadline, (options) =>
        guard.extendHold(holdId, { costSoFarUsd, nextCostUsd, ttlSeconds }, options),
      ),
    /** Never throws: a hold that is not released expires. */
    release: async (holdId: string): Promise<void> => {
      const call = (timeout: number) => guard.releaseHold(holdId, { timeout, maxRetries: 0 })
      await withinTime(deadlineIn(settings.timeoutMs), call).catch(() => undefined)
    },
  }
}

export type Asks = ReturnType<typeof asksOf>
type CallOptions = { timeout: number; maxRetries: number }

/** A proxy may answer 200 with something else, which decides nothing. */
function checked(decision: GuardDecision): GuardDecision {
  if (typeof decision?.decision === 'string') return decision
  throw new NetworkError('The answer is not a decision of the service')
}
