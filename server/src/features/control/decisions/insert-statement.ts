import { toExactText } from '../../../domain/money.ts'
import type { Statement } from '../../../platform/database.ts'
import { arrayText } from '../../../platform/values/array-text.ts'
import type { PastDecision } from './past-decision.ts'

/**
 * Builds the statement that stores decisions about the runs of one customer. It returns their ids,
 * without which Citus would not count it as a write (ADR 29).
 */
export function insertDecisionsStatement(
  { organizationId, customerId }: { organizationId: string; customerId: string },
  decisions: readonly PastDecision[],
): Statement {
  return {
    name: 'insert-guard-decisions',
    text: `insert into guard_decisions (customer_id, organization_id, id, decision, reason, run_id,
        agent_id, signal_id, hold_id, budget_id, budget_name, measure, currency, amount, spent, held, asked,
        available, uncosted_event_count, window_starts_at, resets_at, created_at)
      select $1, $2, * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[],
        $8::uuid[], $9::uuid[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::numeric[],
        $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[], $19::integer[],
        $20::timestamptz[], $21::timestamptz[], $22::timestamptz[])
      returning id`,
    values: [
      customerId,
      organizationId,
      arrayText(decisions, ({ id }) => id),
      decisions.map(({ decision }) => decision),
      decisions.map(({ reason }) => reason),
      decisions.map(({ runId }) => runId),
      arrayText(decisions, ({ agentId }) => agentId),
      decisions.map(({ signalId }) => signalId),
      decisions.map(({ holdId }) => holdId),
      decisions.map(({ budgetId }) => budgetId),
      decisions.map(({ budgetName }) => budgetName),
      decisions.map(({ measure }) => measure),
      decisions.map(({ currency }) => currency),
      arrayText(decisions, ({ amount }) => toExactText(amount)),
      arrayText(decisions, ({ spent }) => toExactText(spent)),
      arrayText(decisions, ({ held }) => toExactText(held)),
      arrayText(decisions, ({ asked }) => toExactText(asked)),
      arrayText(decisions, ({ available }) => (available ? toExactText(available) : 'null')),
      arrayText(decisions, ({ uncostedEventCount }) => String(uncostedEventCount)),
      decisions.map(({ windowStartsAt }) => windowStartsAt),
      decisions.map(({ resetsAt }) => resetsAt),
      decisions.map(({ createdAt }) => createdAt),
    ],
  }
}
