import { sql } from 'kysely'
import { type Check, inSql } from './check.ts'
import { inScope, type Scope } from './scope.ts'

const grantsIn = (scope: Scope) => inScope('grants', scope, sql`grants.created_at`)

/**
 * Compares each grant with its postings: it has given its amount, and no more than that was drawn,
 * paid out and expired.
 */
export const GRANT_CHECK: Check = {
  name: 'grants_are_not_overdrawn',
  says: 'A grant has given its amount, and is not below zero, except by money that a bank or the provider took back',
  compared: (scope) =>
    sql`select count(*) as count from credit_grants grants where ${grantsIn(scope)}`,
  find: inSql(
    (scope) => sql`
      select sums.customer_id, sums.id::text as subject,
        concat_ws(' / ', trim_scale(sums.amount), trim_scale(greatest(sums.left_of_it, 0))) as expected,
        concat_ws(' / ', trim_scale(sums.given), trim_scale(sums.left_of_it)) as actual
      from (
        select grants.customer_id, grants.id, grants.amount,
          grants.source = 'top_up' as is_top_up,
          coalesce(credits.given, 0) as given, coalesce(credits.left_of_it, 0) as left_of_it,
          coalesce(credits.kept, 0) as kept
        from credit_grants grants
        left join (
          select customer_id, grant_id, sum(amount) as left_of_it,
            sum(amount) filter (where kind <> 'refund') as kept,
            (array_agg(amount order by id))[1] as given
          from customer_credits
          where customer_id = any(${scope.customerIds}::uuid[]) and grant_id is not null
          group by customer_id, grant_id
        ) credits on credits.customer_id = grants.customer_id and credits.grant_id = grants.id
        where ${grantsIn(scope)}
      ) sums
      where sums.given <> sums.amount or sums.left_of_it < 0 and (sums.kept < 0 or not sums.is_top_up)`,
  ),
}
