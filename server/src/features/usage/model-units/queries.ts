import { sql } from 'kysely'
import type { Decimal } from '../../../domain/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { ModelPair } from '../costs/uncosted-service.ts'

/** First days of UTC months, half-open. */
export type Months = { organizationId: string; start: Date; end: Date }

/** Usage of a model by its names as sent, with its costs that are known. */
export type MonthOfModel = ModelPair & {
  month: string
  inputTokens: Decimal
  outputTokens: Decimal
  quantity: Decimal
  cost: Decimal
}

const dateOf = (instant: Date) => instant.toISOString().slice(0, 10)

/** Sums the usage of each model by UTC month, including usage that customers paid for. */
export async function sumModels(
  db: Db,
  { organizationId, start, end }: Months,
): Promise<MonthOfModel[]> {
  const { rows } = await sql<MonthOfModel>`
    select date_trunc('month', day::timestamp)::date as month, provider, model,
      sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
      sum(quantity) as quantity, sum(cost) as cost
    from organization_models
    where organization_id = ${organizationId}
      and day >= ${dateOf(start)}::date and day < ${dateOf(end)}::date
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Lists the customers that paid for some usage of these models. */
export async function listPayingCustomers(
  db: Db,
  { organizationId, start, end }: Months,
  pairs: readonly ModelPair[],
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct customer_id
    from unnest(
      ${pairs.map(({ provider }) => provider)}::text[],
      ${pairs.map(({ model }) => model)}::text[]
    ) as pair (provider, model)
    join other_cost_days using (provider, model)
    where organization_id = ${organizationId} and kind = 'customer_paid'
      and day >= ${dateOf(start)}::date and day < ${dateOf(end)}::date
    order by customer_id`.execute(db)
  return rows.map(({ customerId }) => customerId)
}
