import { type Static, Type } from 'typebox'
import { ALLOCATION_UNITS } from '../../domain/allocated-rates.ts'
import { nullable, timestamp, uuid } from '../../platform/http/fields.ts'

const month = (description: string) => Type.String({ description })
const usd = (description: string) => Type.String({ description: `USD, exact. ${description}` })

export const descriptions = {
  amount: 'USD for each month, spread over what ran in it.',
  unit:
    'What it is spread over. tokens: all tokens, cached ones included. input_tokens or ' +
    'output_tokens: only these; the others cost 0. quantity: units of quantity.',
  firstMonth: 'First month, such as 2026-11; months are those of UTC.',
  lastMonth: 'Last month, included.',
  note: 'Where the amount comes from, such as the number of an invoice.',
}

export const AllocationUnit = Type.Enum([...ALLOCATION_UNITS], { description: descriptions.unit })

export const CostAllocationMonth = Type.Object(
  {
    month: month('Month, such as 2026-11.'),
    state: Type.Enum(['provisional', 'settled'], {
      description:
        'provisional: the rate follows from what ran so far. settled: the rate is final, and a run ' +
        'prices all usage of the month by it.',
    }),
    units: Type.String({
      description:
        'What the amount was last spread over: what ran, without void usage and without what ' +
        'customers paid for.',
    }),
    costRateId: nullable(
      uuid(),
      'The cost rate that prices the month. Null: nothing ran, so the amount is not spread.',
    ),
    cost: usd('Known costs of the usage of the month now.'),
    difference: usd(
      'The amount less the cost. Of a settled month: usage that arrived or was corrected later, ' +
        'and less than 0.0000000001 of rounding.',
    ),
    repricingRunId: nullable(
      uuid(),
      'The run that prices the usage of the month by the settled rate; null: none.',
    ),
    settlesAt: timestamp('Four days after the end of the month.'),
    settledAt: nullable(timestamp(), 'When it settled; null: it has not.'),
  },
  { title: 'CostAllocationMonth', description: 'How the amount of a month was spread.' },
)
export type CostAllocationMonth = Static<typeof CostAllocationMonth>

/** Months of an answer are cut here. */
export const MONTHS_LISTED = 24

export const CostAllocation = Type.Object(
  {
    id: uuid(),
    modelProvider: Type.String({ description: 'Provider, by its name in the catalog.' }),
    model: Type.String({
      description: 'Name in the catalog, or as sent if the catalog does not have it.',
    }),
    amount: usd(descriptions.amount),
    unit: AllocationUnit,
    firstMonth: month(descriptions.firstMonth),
    lastMonth: nullable(Type.String(), `${descriptions.lastMonth} Null: no end.`),
    note: nullable(Type.String(), `${descriptions.note} Null: no note.`),
    actor: Type.String({ description: '`api_key:<id>` or `user:<id>`, which added it.' }),
    actorName: nullable(Type.String(), 'Name of the key or person that added it; null: not known.'),
    createdAt: timestamp(),
    months: Type.Array(CostAllocationMonth, {
      description: `Months that have begun, the latest first; at most ${MONTHS_LISTED}.`,
    }),
  },
  {
    title: 'CostAllocation',
    description:
      'An amount for each month that is spread over the usage of a model, such as the rent of the ' +
      'machine that it runs on. It is only added or ended.',
  },
)
export type CostAllocation = Static<typeof CostAllocation>
