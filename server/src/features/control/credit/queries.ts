import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { CustomerScope } from '../../credit-balances/credit-balance.ts'
import type { HeldUnits } from '../revenue/use-of-priced.ts'

/** Sums the units that open runs hold, by agent and signal. Holds expire by real time. */
export async function listHeldUnits(
  db: Db,
  { organizationId, customerId }: CustomerScope,
  now: Date,
): Promise<HeldUnits[]> {
  const { rows } = await sql<HeldUnits>`
    select agent_id, signal_id, sum(quantity) as quantity from control_holds
    where customer_id = ${customerId} and organization_id = ${organizationId}
      and closed_at is null
      and (expires_at > ${now}::timestamptz or uncosted_event_count > 0)
    group by agent_id, signal_id`.execute(db)
  return rows
}
