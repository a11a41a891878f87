import { type Static, Type } from 'typebox'
import {
  name,
  nullable,
  optionalLines,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { NAME } from '../../../platform/http/text-patterns.ts'
import { CostRate, costRateFields, descriptions, rateFields } from './fields.ts'

const NOTE_LENGTH_MAX = 1_000

/** A number or decimal text; the service validates the value, where the message can state why. */
const sentRate = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | string | null>({
      type: ['number', 'string', 'null'],
      maxLength: VALUE_LENGTH_MAX,
      description: `${description} A number or decimal text.`,
    }),
  )

const optionalName = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: TEXT_LENGTH_MAX,
      pattern: NAME,
      description,
    }),
  )

export const CostRateCreate = Type.Object(
  {
    modelProvider: name('Provider of the model; aliases are accepted.'),
    model: optionalName(descriptions.model),
    serviceTier: optionalName(descriptions.serviceTier),
    effectiveFrom: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: VALUE_LENGTH_MAX,
        description: descriptions.effectiveFrom,
      }),
    ),
    percentOff: sentRate(`${descriptions.percentOff} Send this, or rates with a model.`),
    inputCost: sentRate(descriptions.inputCost),
    outputCost: sentRate(descriptions.outputCost),
    cacheReadCost: sentRate(descriptions.cacheReadCost),
    cacheWriteCost: sentRate(descriptions.cacheWriteCost),
    cacheWrite1hCost: sentRate(descriptions.cacheWrite1hCost),
    unitCost: sentRate(descriptions.unitCost),
    isFree: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Required as true if usage costs nothing, so that a zero by mistake is refused.',
      }),
    ),
    note: optionalLines(NOTE_LENGTH_MAX, descriptions.note),
  },
  {
    title: 'CostRateCreate',
    additionalProperties: false,
    examples: [
      {
        modelProvider: 'openai',
        model: 'our-finetune',
        inputCost: '3.75',
        outputCost: '15',
        note: 'Fine-tuned gpt-4o',
      },
    ],
  },
)
export type CostRateCreate = Static<typeof CostRateCreate>

export const CreatedCostRate = Type.Object(
  {
    ...costRateFields,
    costed: Type.Integer({
      description: 'Number of events that waited for a cost and have one now.',
    }),
  },
  { title: 'CreatedCostRate', description: 'A new own rate.' },
)
export type CreatedCostRate = Static<typeof CreatedCostRate>

export const CostRateParams = Type.Object({ costRateId: uuid('Id of the own rate.') })

const filterName = (description: string) => Type.Optional(name(description))

export const CostRateListQuery = Type.Object({
  ...pageParameters,
  modelProvider: filterName('Only rates of this provider; aliases are accepted.'),
  model: filterName('Only rates of this model, by any of its names if sent with its provider.'),
  serviceTier: filterName('Only rates of this tier; standard: those for every tier.'),
  includeWithdrawn: Type.Optional(
    Type.Boolean({ default: false, description: 'Also lists withdrawn rates.' }),
  ),
})
export type CostRateListQuery = Static<typeof CostRateListQuery>

export const CostRateList = listOf('CostRateList', CostRate)
export type CostRateList = Static<typeof CostRateList>

export const RateInForceQuery = Type.Object({
  modelProvider: name('As usage records name it.'),
  model: name('As usage records name it.'),
  serviceTier: filterName('Tier of service of the call; absent: the standard tier.'),
  date: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: 'Usage date: a date, its first instant in UTC, or a timestamp. Default: now.',
    }),
  ),
})
export type RateInForceQuery = Static<typeof RateInForceQuery>

const RatesInForce = Type.Object(rateFields, {
  title: 'RatesInForce',
  description:
    'USD for a million tokens, or for one unit. Null: no such usage is priced; tokens that are ' +
    'used without a rate make the cost unknown.',
})

const LongContextInForce = Type.Object(
  {
    aboveInputTokens: Type.Integer({
      description: 'Calls with more input tokens have these rates.',
    }),
    rates: RatesInForce,
  },
  { title: 'LongContextRatesInForce', description: 'Rates of long prompts.' },
)

export const RateInForce = Type.Object(
  {
    source: Type.Enum(['cost_rate', 'catalog', 'none'], {
      description:
        'cost_rate: your own rate. catalog: the price list. none: nothing prices the model on this ' +
        'date, so its cost is unknown.',
    }),
    modelProvider: Type.String({ description: 'Provider, by its name in the catalog.' }),
    model: Type.String({ description: 'Name in the catalog, or as sent if it is not there.' }),
    serviceTier: nullable(Type.String(), 'Null: the standard tier.'),
    date: timestamp('The instant whose rates these are.'),
    costRate: nullable(CostRate, 'Your own rate that applies; null: none does.'),
    serviceId: nullable(
      uuid(),
      'The catalog entry that the names resolve to, also by a mapping; null: none.',
    ),
    isTierUnpriced: Type.Boolean({
      description: 'True: the tier of service has no rates, so it costs the standard ones.',
    }),
    rates: nullable(RatesInForce, 'The rates that apply; null: none do.'),
    longContext: Type.Array(LongContextInForce, {
      description: 'Rates for whole calls above a number of input tokens, ascending.',
    }),
  },
  { title: 'RateInForce', description: 'What prices usage of a model on a date.' },
)
export type RateInForce = Static<typeof RateInForce>
