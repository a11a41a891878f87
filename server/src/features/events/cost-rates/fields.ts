import { type Static, Type } from 'typebox'
import { nullable, timestamp, uuid } from '../../../platform/http/fields.ts'
import { DECIMAL } from '../../../platform/http/text-patterns.ts'

const decimalText = Type.String({ pattern: DECIMAL })
const cost = (description: string) => nullable(decimalText, `${description} Null: no such rate.`)

export const descriptions = {
  model: 'Name of the model or service. Absent or null: all models of the provider.',
  serviceTier:
    'Tier of service such as batch. Absent or null: every tier without an own rate; so are ' +
    'default, auto and standard.',
  effectiveFrom:
    'Date or timestamp from which it applies, by the usage date; a date alone is its first instant ' +
    'in UTC. Absent or null: always.',
  percentOff: "Percentage off the catalog's rates, from 0 to 100.",
  inputCost: 'USD for a million input tokens.',
  outputCost: 'USD for a million output tokens.',
  cacheReadCost:
    'USD for a million tokens read from a cache. Without it, they cost as much as input.',
  cacheWriteCost:
    'USD for a million tokens written to a cache. Without it, they cost as much as input.',
  cacheWrite1hCost:
    'USD for a million tokens written to a cache for one hour. Without it, they cost as much as ' +
    'other cache writes.',
  unitCost: 'USD for one unit of quantity, instead of rates for tokens.',
  isFree: 'True if usage costs nothing.',
  note: 'Where the rate comes from, such as the number of a contract.',
}

/** Rates of an own rate, and those in force. */
export const rateFields = {
  inputCost: cost(descriptions.inputCost),
  outputCost: cost(descriptions.outputCost),
  cacheReadCost: cost(descriptions.cacheReadCost),
  cacheWriteCost: cost(descriptions.cacheWriteCost),
  cacheWrite1hCost: cost(descriptions.cacheWrite1hCost),
  unitCost: cost(descriptions.unitCost),
}

export const costRateFields = {
  id: uuid(),
  modelProvider: Type.String({ description: 'Provider, by its name in the catalog.' }),
  model: nullable(
    Type.String(),
    'Model or service: its name in the catalog, or as sent if the catalog does not have it. Null: ' +
      'all models of the provider.',
  ),
  serviceTier: nullable(Type.String(), 'Null: every tier without an own rate.'),
  effectiveFrom: nullable(timestamp(), 'Applies to usage from this date on; null: always.'),
  effectiveTo: nullable(
    timestamp(),
    'Of a rate of an allocation: the end of its month, exclusive. Null: no end.',
  ),
  percentOff: nullable(
    Type.Number(),
    "Percentage off the catalog's rates. Null: these rates replace them.",
  ),
  ...rateFields,
  isFree: Type.Boolean({ description: descriptions.isFree }),
  note: nullable(Type.String(), `${descriptions.note} Null: no note.`),
  costAllocationId: nullable(
    uuid(),
    'The cost allocation that set it, for one month; it comes before all other rates. Null: none.',
  ),
  provisionalUntil: nullable(
    timestamp(),
    'Of a rate of an allocation: when its month settles, which replaces it. Null: it is final.',
  ),
  actor: Type.String({ description: '`api_key:<id>` or `user:<id>`, which set it.' }),
  actorName: nullable(Type.String(), 'Name of the key or person that set it; null: not known.'),
  createdAt: timestamp(),
  withdrawnAt: nullable(
    timestamp(),
    'When it was withdrawn, or replaced if it was provisional: it prices no usage that is recorded ' +
      'after that. Null: it was not.',
  ),
}

export const CostRate = Type.Object(costRateFields, {
  title: 'CostRate',
  description:
    "Your own rate for a model, or for all models of a provider, in place of the catalog's rates or " +
    'off them. It never changes.',
})
export type CostRate = Static<typeof CostRate>
