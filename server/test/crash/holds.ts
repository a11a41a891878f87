import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { GuardDecision } from '../../src/features/control/guard/schemas.ts'
import type { Client } from './client.ts'
import type { Random } from './random.ts'

const CUSTOMER = 'guarded'
const LIMIT = '100.00'
const ESTIMATE = '0.13'
const PAUSE_AFTER_FAILURE_MS = 250
/** Longer than a crash test, so that no hold expires in it. */
const TTL_SECONDS = 86_400

/** Creates the customer and its budget. */
export async function givenBudget(client: Client): Promise<void> {
  await client.post('/v1/customers', { name: 'Guarded', externalId: CUSTOMER })
  await client.post('/v1/budgets', {
    ...{ name: 'Limit', measure: 'cost', amount: LIMIT, action: 'block' },
    ...{ period: 'rolling', rollingQuarters: 960 },
  })
}

type Asking = { client: Client; name: string; random: Random; signal: AbortSignal }

/** Asks for holds one after the other until stopped, sometimes for the same run again. */
export async function askForHolds({ client, name, random, signal }: Asking): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const runId = `${name}h${random.chance(0.1) ? Math.max(n - 1, 0) : n}`
    const decision = await client.post<GuardDecision>('/v1/guard/holds', {
      ...{ customerExternalId: CUSTOMER, agentCode: 'guarded', runId },
      ...{ estimatedCostUsd: ESTIMATE, ttlSeconds: TTL_SECONDS },
    })
    if (decision?.holdId) client.holds.set(runId, decision.holdId)
    await sleep(decision ? random.integer(1, 20) : PAUSE_AFTER_FAILURE_MS)
  }
}

/** Checks that each answered hold is stored, once, and that all together fit the budget. */
export async function checkHolds({ holds }: Client, pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ known: number; held: string; fits: boolean }>(
    `select count(*) filter (where (run_id, id::text) in (
         select * from unnest($1::text[], $2::text[])))::int as known,
       coalesce(sum(cost), 0)::text as held, coalesce(sum(cost), 0) <= $3::numeric as fits
     from control_holds`,
    [[...holds.keys()], [...holds.values()], LIMIT],
  )
  const [stored] = rows
  const problems: string[] = []
  if (stored?.known !== holds.size) {
    problems.push(`${holds.size} holds were answered, of which ${stored?.known} are stored`)
  }
  if (!stored?.fits) problems.push(`holds of ${stored?.held} pass the budget of ${LIMIT}`)
  return problems
}
