import { sql } from 'kysely'
import { type Decimal, toExactText } from '../../domain/money.ts'
import type { Db, Tx } from '../../platform/database.ts'

/**
 * Returns the customer of the open hold of each run, expired ones too. A run id that several customers
 * hold has none: to whom such a run belongs is known when it is recorded.
 */
export async function findHoldCustomers(
  db: Db,
  organizationId: string,
  runIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('controlHolds')
    .select(['runId', 'customerId'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`run_id = any(${runIds}::text[])`)
    .where('closedAt', 'is', null)
    .execute()
  const byRun = Map.groupBy(rows, ({ runId }) => runId)
  return new Map(
    rows.flatMap(({ runId, customerId }) =>
      byRun.get(runId)?.length === 1 ? [[runId, customerId] as const] : [],
    ),
  )
}

/** What a run costs by its spans that no event has yet, in USD. */
export type OpenCost = {
  organizationId: string
  customerId: string
  runId: string
  cost: Decimal
}

/**
 * Notes in the hold of a run what the run cost so far: what its events cost, and what its open spans
 * do. The caller holds the lock of the run, so that no open span becomes an event concurrently. Like
 * recording, a report takes no account. A hold that is closed forgets what no span is open for.
 */
export async function reportOpenCost(
  tx: Tx,
  { organizationId, customerId, runId, cost }: OpenCost,
): Promise<void> {
  await sql`
    update control_holds set reported_cost = used_cost + ${toExactText(cost)}::numeric
    where organization_id = ${organizationId} and customer_id = ${customerId}
      and run_id = ${runId}
    returning id`.execute(tx)
}
