import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Seats } from '../../../domain/prices/seats.ts'
import type { Billed } from '../../../domain/time/schedule.ts'
import { arrayText } from '../../../platform/values/array-text.ts'

/** Whose earnings are meant. */
export type EarningFilter = {
  organizationId: string
  customerId: string | undefined
  /** Undefined: of all. */
  customerIds?: readonly string[]
  agentId: string | undefined
  /** What was invoiced at this instant counts as invoiced; undefined: what is now. See `isFinal`. */
  cutOff?: Date
}

/** A subscription, with the plan that prices it. */
export type EarningSubscription = Billed & {
  id: string
  customerId: string
  agentId: string
  planId: string
  planName: string
  currency: string
  name: string
  seats: Seats
  owesOnetime: boolean
}

/** The customers of a computation, for all their agents. */
export type SomeCustomers = EarningFilter & { customerIds: readonly string[] }

export function inFilter(
  { organizationId, customerId, customerIds, agentId }: EarningFilter,
  table: string,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [sql<SqlBool>`${column('organization_id')} = ${organizationId}`]
  if (customerId !== undefined) conditions.push(sql`${column('customer_id')} = ${customerId}`)
  if (customerIds) {
    const ids = arrayText(customerIds, (id) => id)
    conditions.push(sql`${column('customer_id')} = any(${ids}::uuid[])`)
  }
  if (agentId !== undefined) conditions.push(sql`${column('agent_id')} = ${agentId}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
