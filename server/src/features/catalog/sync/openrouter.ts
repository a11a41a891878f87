import { decimal, isZero, ZERO } from '../../../domain/money.ts'
import { isMadeForText, normalizeName } from '../names.ts'
import { countOf, isRecord, type JsonRecord, parseExactJson, rateOf, textOf } from './exact-json.ts'
import {
  type SourceList,
  type StatedRates,
  type Statement,
  type TokenKind,
  withoutEmptyCacheRates,
} from './statement.ts'

const PROVIDER = 'openrouter'
/** Means that the price depends on the model to which the call is routed. */
const ROUTED = decimal('-1')

const KIND_BY_FIELD: ReadonlyMap<string, TokenKind> = new Map([
  ['prompt', 'input'],
  ['completion', 'output'],
  ['input_cache_read', 'cacheRead'],
  ['input_cache_write', 'cacheWrite'],
  ['input_cache_write_1h', 'cacheWrite1h'],
])

/** Prices other than for text tokens, which may appear next to them without affecting them. */
const BESIDE_TOKENS = new Set([
  'audio',
  'image',
  'image_token',
  'input_audio_cache',
  'internal_reasoning',
  'request',
  'web_search',
])

/**
 * Parses OpenRouter's response to `/api/v1/models`: USD per token, as text. Throws when the text
 * has another format.
 */
export function parseOpenRouter(text: string): SourceList {
  const payload = parseExactJson(text)
  if (!isRecord(payload) || !Array.isArray(payload.data)) {
    throw new Error('The OpenRouter answer has no list "data"')
  }
  const models: SourceList['models'] = []
  const unpriced: SourceList['unpriced'] = []
  for (const model of payload.data.filter(isRecord)) {
    const externalId = textOf(model.id)
    if (!externalId) continue
    const named = { provider: PROVIDER, name: normalizeName(externalId) }
    const statement = isRecord(model.pricing) && readStatement(named.name, model.pricing)
    if (!statement) {
      unpriced.push(named)
      continue
    }
    models.push({
      ...named,
      displayName: textOf(model.name)?.trim() ?? externalId,
      externalId,
      contextWindow: countOf(model.context_length) ?? null,
      statement,
    })
  }
  return { models, unpriced }
}

function readStatement(name: string, pricing: JsonRecord): Statement | undefined {
  const { overrides = [], discount, ...base } = pricing
  const rates = isMadeForText(name) ? readRates(base) : undefined
  const isDiscounted = discount !== undefined && !(rateOf(discount)?.eq(ZERO) ?? false)
  if (!rates?.input || !rates.output || isDiscounted || !Array.isArray(overrides)) return undefined
  const longContext = overrides.map(readOverride)
  const isAscending = longContext.every(
    (tier, index) =>
      tier && tier.aboveInputTokens > (longContext[index - 1]?.aboveInputTokens ?? 0),
  )
  if (!isAscending) return undefined
  return { rates, longContext: longContext.filter((tier) => tier !== undefined) }
}

/**
 * Reads rates above a number of prompt tokens. Returns undefined for any other condition, such as
 * the time of day, which one flat statement cannot express.
 */
function readOverride(override: unknown) {
  if (!isRecord(override)) return undefined
  const { min_prompt_tokens: threshold, ...prices } = override
  const aboveInputTokens = countOf(threshold)
  const rates = readRates(prices)
  return aboveInputTokens === undefined || !rates ? undefined : { aboveInputTokens, rates }
}

/** Returns undefined when a field is unknown, not a number, or prices output other than text. */
function readRates(prices: JsonRecord): StatedRates | undefined {
  const rates: StatedRates = {}
  for (const [field, value] of Object.entries(prices)) {
    const kind = KIND_BY_FIELD.get(field)
    const rate = rateOf(value)
    if (kind) {
      if (!rate || rate.eq(ROUTED)) return undefined
      rates[kind] = rate
    } else if (!BESIDE_TOKENS.has(field) && !(rate && isZero(rate))) {
      return undefined
    }
  }
  return withoutEmptyCacheRates(rates)
}
