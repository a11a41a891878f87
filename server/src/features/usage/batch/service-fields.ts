import { Type } from 'typebox'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { PAID_BY } from './parse-record.ts'

const tokens = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

export const serviceFields = {
  quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 1,
      description: 'Units. At the top of a record: the billing units of the signal.',
    }),
  ),
  inputTokens: tokens('Prompt tokens, including cached ones. Ignored for non-LLM services.'),
  outputTokens: tokens('Completion tokens. Ignored for non-LLM services.'),
  cacheReadTokens: tokens('The part of inputTokens read from a cache.'),
  cacheWriteTokens: tokens('The part of inputTokens written to a cache.'),
  cacheWrite1hTokens: tokens('The part of cacheWriteTokens that is kept for one hour.'),
  serviceTier: Type.Optional(
    Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description:
        'Tier of service of the calls, such as `batch`, `flex` or `priority`. `default`, `auto` ' +
        'and `standard` are the standard tier. At the top of a record with services: the tier of ' +
        'each service without its own.',
    }),
  ),
  // Without a schema default: a correction that does not send it leaves it as it is.
  paidBy: Type.Optional(
    Type.Union(
      PAID_BY.map((one) => Type.Literal(one)),
      {
        description:
          '`customer` for calls with a key of the customer: they cost you 0. Default: ' +
          '`organization`. At the top of a record with services: of each service without its own.',
      },
    ),
  ),
  reportedCostUsd: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String()], {
      description:
        'Cost in USD as reported by a gateway, as a number or decimal text. It is compared with ' +
        'the computed cost and never used in its place.',
    }),
  ),
}

export const model = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Model id or service SKU; case and surrounding spaces do not matter.',
})
export const modelProvider = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Provider name as in the catalog.',
})

const usedServiceFields = { model, modelProvider, ...serviceFields }

export const UsedService = Type.Object(usedServiceFields, {
  title: 'UsedService',
  description: 'One of the services used for a job.',
})

export const RecordedService = Type.Object(usedServiceFields, {
  title: 'RecordedService',
  description: 'One of the services of a record, as it was sent.',
})
