import { Type } from 'typebox'
import { TEXT_LENGTH_MAX } from '../../../platform/http/fields.ts'

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
}

export const model = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Model id or service SKU; case and surrounding spaces do not matter.',
})
export const modelProvider = Type.String({
  maxLength: TEXT_LENGTH_MAX,
  description: 'Provider name as in the catalog.',
})

export const UsedService = Type.Object(
  { model, modelProvider, ...serviceFields },
  { title: 'UsedService', description: 'One of the services used for a job.' },
)
