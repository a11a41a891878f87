import { type Static, Type } from 'typebox'
import { TEXT_LENGTH_MAX, uuid } from '../../platform/http/fields.ts'
import { pageParametersOf } from '../../platform/http/list.ts'
import { DECIMAL } from '../../platform/http/text-patterns.ts'

const DecimalText = Type.String({ pattern: DECIMAL })
const Cost = Type.Union([DecimalText, Type.Null()], {
  description: 'USD per `costUnit`; null: no rate is published.',
})
const TimeOfDay = Type.String({ pattern: '^[0-9]{2}:[0-9]{2}$' })

const SERVICES_LIMIT_DEFAULT = 50

export const ListServicesQuery = Type.Object({
  provider: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Provider name, case-insensitive; aliases are accepted too.',
    }),
  ),
  serviceType: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Category, for example LLM, Geocoding or Web Search.',
    }),
  ),
  isApi: Type.Optional(
    Type.Boolean({ description: 'true: only non-LLM services; false: only LLMs; absent: both.' }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description:
        'A part of the canonical or the display name, case-insensitive. The model with exactly this ' +
        'canonical name is first, then those whose names begin with it.',
    }),
  ),
  ...pageParametersOf(SERVICES_LIMIT_DEFAULT),
})
export type ListServicesQuery = Static<typeof ListServicesQuery>

export const ServiceParams = Type.Object({ serviceId: uuid() })

const OneHourCost = Type.Union([DecimalText, Type.Null()], {
  description: 'USD per `costUnit` for cache writes of one hour; null: `cacheWriteCost` applies.',
})

const tokenCosts = {
  inputCost: Cost,
  outputCost: Cost,
  cacheReadCost: Cost,
  cacheWriteCost: Cost,
  cacheWrite1hCost: OneHourCost,
}

/** The rates of a call above a number of input tokens, which replace the entry's own rates. */
const LongContextCost = Type.Object(
  { aboveInputTokens: Type.Integer(), ...tokenCosts },
  { title: 'LongContextCost' },
)

/** The rates of a service tier, which replace the standard ones. */
const ServiceTierCost = Type.Object(
  {
    serviceTier: Type.String({ description: 'Send it as `serviceTier`.' }),
    ...tokenCosts,
    longContext: Type.Array(LongContextCost, {
      description: 'Rates of the tier for whole calls above a number of input tokens, ascending.',
    }),
  },
  { title: 'ServiceTierCost' },
)

const DailyWindow = Type.Object({ from: TimeOfDay, to: TimeOfDay }, { title: 'DailyWindow' })

export const Service = Type.Object(
  {
    id: uuid(),
    externalId: Type.String({ description: 'Identifier in the source of the entry.' }),
    canonicalName: Type.String({ description: 'Send it as `model`.' }),
    displayName: Type.String(),
    provider: Type.String({ description: 'Send it as `modelProvider`.' }),
    serviceType: Type.String(),
    inputCost: Type.Union([DecimalText, Type.Null()], {
      description:
        'Current rate in USD per `costUnit`: for input tokens, or for the units of a non-LLM ' +
        'service. Null: no rate is published.',
    }),
    outputCost: Type.Union([DecimalText, Type.Null()], {
      description: 'USD per `costUnit` for output tokens; null for non-LLM services.',
    }),
    cacheReadCost: Cost,
    cacheWriteCost: Cost,
    cacheWrite1hCost: OneHourCost,
    costUnit: Type.String(),
    longContext: Type.Array(LongContextCost, {
      description: 'Rates for whole calls above a number of input tokens, ascending.',
    }),
    serviceTiers: Type.Array(ServiceTierCost, {
      description:
        'Published rates of service tiers, such as `batch`. Usage of any other tier costs the ' +
        'standard rates.',
    }),
    dailyWindow: Type.Union([DailyWindow, Type.Null()], {
      description: 'Times of day (UTC) to which the current rates are limited.',
    }),
    effectiveFrom: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Start of validity of these rates; null: always valid.',
    }),
    contextWindow: Type.Union([Type.Integer(), Type.Null()]),
    source: Type.Enum(['curated', 'litellm', 'openrouter']),
    isApi: Type.Boolean({
      description: 'True: costed by quantity. False: an LLM, costed by tokens.',
    }),
    isActive: Type.Boolean(),
  },
  { title: 'Service', description: 'One service of the catalog and its rates.' },
)
export type Service = Static<typeof Service>

const Pagination = Type.Object(
  {
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    totalPages: Type.Integer(),
  },
  { title: 'Pagination' },
)

export const ServiceList = Type.Object(
  {
    data: Type.Array(Service),
    pagination: Pagination,
  },
  {
    title: 'ServiceList',
    description: 'One page of the catalog, and the total number of entries.',
  },
)
export type ServiceList = Static<typeof ServiceList>
