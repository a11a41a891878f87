import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { GuardDecision } from '../../src/features/control/guard/schemas.ts'
import { expectHoldsToAddUp } from '../support/holds.ts'
import type { Client } from './client.ts'
import { noteViolation } from './notes.ts'
import type { Random } from './random.ts'

const LIMIT = '100.00'
/** More than a record of a run costs. */
const ESTIMATE = '0.13'
const PAUSE_AFTER_FAILURE_MS = 250
/** Longer than a crash test, so that no hold expires in it. */
const TTL_SECONDS = 86_400

/** Creates the budget of each customer. */
export async function givenBudget(client: Client): Promise<void> {
  await client.post('/v1/budgets', {
    ...{ name: 'Limit', measure: 'cost', amount: LIMIT, action: 'block' },
    ...{ period: 'rolling', rollingQuarters: 960 },
  })
}

/** Creates the customer whose runs ask in a round, so that each round begins with the whole budget. */
export async function givenAskingCustomer(client: Client, round: number): Promise<void> {
  const externalId = customerOf(round)
  await client.post('/v1/customers', { name: externalId, externalId })
}

const customerOf = (round: number) => `guarded-${round}`

type Asking = { client: Client; round: number; name: string; random: Random; signal: AbortSignal }

/** Asks for holds one after the other until stopped; sometimes asks again, or settles the run. */
export async function askForHolds(asking: Asking): Promise<void> {
  const { name, random, signal } = asking
  for (let n = 0; !signal.aborted; n += 1) {
    const runId = `${name}h${n}`
    let decision = await ask(asking, runId)
    if (!decision || random.chance(0.1)) decision = await ask(asking, runId)
    if (decision?.decision === 'allow' && random.chance(0.3)) await settle(asking, runId)
    await sleep(decision ? random.integer(1, 20) : PAUSE_AFTER_FAILURE_MS)
  }
}

async function ask({ client, round }: Asking, runId: string): Promise<GuardDecision | undefined> {
  const decision = await client.post<GuardDecision>('/v1/guard/holds', {
    ...{ customerExternalId: customerOf(round), agentCode: 'guarded', runId },
    ...{ estimatedCostUsd: ESTIMATE, ttlSeconds: TTL_SECONDS },
  })
  const { holds, ledger } = client
  const known = holds.get(runId)
  if (known !== undefined && decision && decision.holdId !== known) {
    noteViolation(ledger, `${runId} has the hold ${known} and was answered ${decision.holdId}`)
  }
  if (decision?.holdId) holds.set(runId, decision.holdId)
  return decision
}

async function settle({ client, round, random }: Asking, marker: string): Promise<void> {
  const body = {
    ...{ customerExternalId: customerOf(round), agentCode: 'guarded', signalName: 'done' },
    ...{ runId: marker, model: 'gpt-4o', modelProvider: 'openai' },
    inputTokens: random.integer(0, 5_000),
    idempotencyKey: `key of ${marker}`,
    metadata: { marker },
  }
  const record = { marker, key: body.idempotencyKey, body }
  await client.record([{ record, expectation: 'stored' }])
}

/**
 * Checks that each answered hold is stored, once, that each used what its run cost, and that all
 * holds of a customer fit its budget together.
 */
export async function checkHolds({ holds }: Client, pool: pg.Pool): Promise<string[]> {
  const { rows: known } = await pool.query<{ runId: string }>(
    `select run_id as "runId" from control_holds
     join unnest($1::text[], $2::text[]) as answered (run_id, id)
       using (run_id) where control_holds.id::text = answered.id`,
    [[...holds.keys()], [...holds.values()]],
  )
  const { rows: over } = await pool.query<{ externalId: string; counted: string }>(
    `select c.external_id as "externalId", sum(h.counted)::text as counted
     from (
       select customer_id, case when closed_at is null then greatest(cost, used_cost)
         else used_cost end as counted
       from control_holds
     ) h join customers c on c.id = h.customer_id
     group by c.external_id having sum(h.counted) > $1::numeric`,
    [LIMIT],
  )
  const problems = over.map(({ externalId, counted }) => {
    return `the holds of ${externalId} count ${counted}, more than the budget of ${LIMIT}`
  })
  const stored = new Set(known.map(({ runId }) => runId))
  for (const runId of holds.keys()) {
    if (!stored.has(runId)) problems.push(`the hold of ${runId} was answered and is not stored`)
  }
  try {
    await expectHoldsToAddUp(pool)
  } catch (error) {
    problems.push(`the holds do not equal the events of their runs: ${String(error)}`)
  }
  return problems
}
