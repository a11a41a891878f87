import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { listClosed } from '../../usage/closed-sums/closed-times.ts'
import { coverOf, hasWholeMonth } from '../../usage/closed-sums/cover.ts'
import { daysMatch, monthsMatch, type UsageFilter } from '../../usage/closed-sums/usage-rows.ts'
import { MODEL_USE } from '../../usage/closed-sums/work-models.ts'

/** Returns the models that an organization used: a row for each closed month, and rows of the remaining days. */
export async function organizationModelRows(
  tx: Tx,
  filter: UsageFilter,
): Promise<RawBuilder<unknown>> {
  const { organizationId, dates } = filter
  const closed = hasWholeMonth(dates)
    ? await listClosed(tx, organizationId, { table: 'organization_model_months', dates })
    : []
  const { months, rest } = coverOf(dates, { months: closed, days: [] })
  const columns = sql`provider, model, ${MODEL_USE}`
  const days = rest.map(
    (own) => sql`select ${columns} from organization_models
      where ${daysMatch({ ...filter, dates: own })}`,
  )
  const whole = sql`select ${columns} from organization_model_months
    where ${monthsMatch(filter, months)}`
  return sql`(${sql.join([whole, ...days], sql` union all `)}) used`
}
