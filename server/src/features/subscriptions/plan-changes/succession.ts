import { sql } from 'kysely'
import type { Succession } from '../../../domain/time/schedule.ts'

/** Selects the place of a row of `subscriptions` in a deal whose plan was changed. */
export const SUCCESSION = sql<Succession>`case
  when subscriptions.replaces_id is not null or subscriptions.replaced_by_id is not null
  then json_build_object('cycleFrom', subscriptions.cycle_from,
    'replacesId', subscriptions.replaces_id, 'replacedById', subscriptions.replaced_by_id) end`

/** Selects the first subscription of the deal of a row: the row's own without a change of plan. */
export const dealIdOf = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.dealId`)}, ${sql.ref(`${table}.id`)})`

/** Selects the ids of all subscriptions of the deal of one: it, its predecessors and its successors. */
export const ofSameDeal = (one: { customerId: string; subscriptionId: string }) => sql`
  select member.id from subscriptions member
  join subscriptions own on own.customer_id = member.customer_id
    and ${dealIdOf('own')} = ${dealIdOf('member')}
  where member.customer_id = ${one.customerId} and own.customer_id = ${one.customerId}
    and own.id = ${one.subscriptionId}`
