import { type RawBuilder, sql } from 'kysely'

/** The key for the work of one customer, agent and signal in a quarter of an hour. */
const PLACE = sql`customer_id, bucket, agent_id, signal_id`
const SERVICES = sql`service_count, input_tokens, output_tokens, cache_read_tokens,
  cache_write_tokens, quantity, cost`

/** Number of decimals in a share that does not divide evenly. */
const DECIMALS = sql.lit(8)

const share = (amount: string, weight: string, of: string) => {
  const [own, all] = [sql.ref(weight), sql.ref(of)]
  return sql`case when ${own} = 0 then 0 when ${own} = ${all} then ${sql.ref(amount)}
    else round(${sql.ref(amount)} * ${own} / ${all}, ${DECIMALS}) end`
}

/**
 * Selects the rows of `model_rollups` that match a condition on both rollup tables. Adds the work
 * of each model: `units` (billable), `event_count` and `uncosted_event_count`.
 *
 * The work is exact in a quarter of an hour with one model. It is also exact where each event used
 * one model and all have the same number of units. Otherwise it is shared:
 * - units by cost, where events used several models and have a cost; else by uses;
 * - events by uses;
 * - events without a cost by the uses of the models without a cost.
 *
 * Both tables are sorted as one, because joins are often planned for too few rows.
 */
export const modelWork = (matches: RawBuilder<unknown>) => sql`(
  select ${PLACE}, organization_id, provider, model, ${SERVICES},
    case when is_by_uses then ${share('place_units', 'service_count', 'uses')}
      else ${share('place_units', 'cost', 'costs')} end as units,
    ${share('place_events', 'service_count', 'uses')} as event_count,
    case when uncosted_uses = 0 then ${share('place_uncosted', 'service_count', 'uses')}
      else ${share('place_uncosted', 'own_uncosted_uses', 'uncosted_uses')}
      end as uncosted_event_count
  from (
    select *, uses = place_events or place_uncosted > 0 or costs = 0 as is_by_uses
    from (
      select *, sum(place_unit) over place as place_units, sum(place_event) over place as place_events,
        sum(place_uncosted_event) over place as place_uncosted, sum(service_count) over place as uses,
        sum(cost) over place as costs, sum(own_uncosted_uses) over place as uncosted_uses
      from (
        select *, case when sum(cost) over (partition by ${PLACE}, provider, model) = 0
          then service_count else 0 end as own_uncosted_uses
        from (
          select ${PLACE}, organization_id, provider, model, ${SERVICES}, 0 as place_unit,
            0 as place_event, 0 as place_uncosted_event
          from model_rollups where ${matches}
          union all
          select ${PLACE}, organization_id, null, null, 0, 0, 0, 0, 0, 0, 0,
            quantity - rejected_quantity, event_count, uncosted_event_count
          from usage_rollups where ${matches}
        ) both_rollups
      ) by_model
      window place as (partition by ${PLACE})
    ) by_place
    where model is not null
  ) shared
) model_work`
