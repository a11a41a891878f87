import { canonicalProvider, isMadeForText, normalizeName } from '../names.ts'
import { countOf, isRecord, type JsonRecord, parseExactJson, rateOf, textOf } from './exact-json.ts'
import {
  isZero,
  mergeStatements,
  type SourceList,
  type SourceModel,
  type StatedRates,
  type Statement,
  type TokenKind,
  withoutEmptyCacheRates,
} from './statement.ts'

/** What is sold by the token. Other modes (images, speech, search) are priced by other things. */
const TOKEN_MODES = new Set(['chat', 'completion', 'responses', 'embedding', 'rerank'])
/** What writes nothing, so that output costs nothing. */
const SILENT_MODES = new Set(['embedding', 'rerank'])

/** Providers whose models LiteLLM lists without the provider's name in front. */
const LISTED_BARE = new Set([
  'ai21',
  'anthropic',
  'bedrock',
  'bedrock_converse',
  'cohere',
  'cohere_chat',
  'deepseek',
  'gemini',
  'openai',
  'text-completion-openai',
])

const FIELD =
  /^(input_cost_per_token|output_cost_per_token|cache_read_input_token_cost|cache_creation_input_token_cost)(?:_above_(\d+)k_tokens)?$/
const KIND_BY_FIELD: ReadonlyMap<string, TokenKind> = new Map([
  ['input_cost_per_token', 'input'],
  ['output_cost_per_token', 'output'],
  ['cache_read_input_token_cost', 'cacheRead'],
  ['cache_creation_input_token_cost', 'cacheWrite'],
])

/**
 * Reads LiteLLM's `model_prices_and_context_window.json`: an object of models by name, in USD per
 * token. Throws when the text is not that.
 */
export function parseLiteLlm(text: string): SourceList {
  const payload = parseExactJson(text)
  if (!isRecord(payload)) throw new Error('The LiteLLM price list is not a JSON object')
  const models = new Map<string, SourceModel>()
  const unpriced = new Map<string, { provider: string; name: string }>()
  for (const [key, fields] of Object.entries(payload)) {
    if (key === 'sample_spec' || !isRecord(fields)) continue
    const named = TOKEN_MODES.has(textOf(fields.mode) ?? '') ? catalogName(key, fields) : undefined
    if (!named) continue
    const statement = readStatement(named.name, fields)
    const id = `${named.provider}\u0000${named.name}`
    const twin = models.get(id)
    const merged = statement && twin ? mergeStatements(twin.statement, statement) : statement
    if (!merged) {
      unpriced.set(id, named)
      continue
    }
    models.set(id, {
      ...named,
      displayName: twin?.displayName ?? named.name,
      externalId: twin?.externalId ?? key,
      contextWindow: twin?.contextWindow ?? countOf(fields.max_input_tokens) ?? null,
      statement: merged,
    })
  }
  // Said twice and differently, or once without a price: neither is to be believed.
  for (const id of unpriced.keys()) models.delete(id)
  return { models: [...models.values()], unpriced: [...unpriced.values()] }
}

/**
 * Our names for a LiteLLM model, or undefined when they are not certain. OpenRouter's models are
 * left to OpenRouter's own list.
 */
function catalogName(
  key: string,
  fields: JsonRecord,
): { provider: string; name: string } | undefined {
  const vendor = textOf(fields.litellm_provider)
  if (!vendor || vendor === 'openrouter') return undefined
  const provider = providerOf(vendor)
  const slash = key.indexOf('/')
  const isPrefixed = slash > 0 && providerOf(key.slice(0, slash)) === provider
  const isBare = slash === -1 && (LISTED_BARE.has(vendor) || vendor.startsWith('vertex_ai'))
  const name = isPrefixed ? key.slice(slash + 1) : isBare ? key : ''
  return name.trim() === '' ? undefined : { provider, name: normalizeName(name) }
}

/** LiteLLM splits some providers by API or by model family: `vertex_ai-anthropic_models`. */
function providerOf(vendor: string): string {
  if (vendor === 'text-completion-openai') return 'openai'
  if (vendor === 'azure_text') return 'azure'
  return canonicalProvider(vendor.replace(/-.*(models|maas)$/, ''))
}

function readStatement(name: string, fields: JsonRecord): Statement | undefined {
  if (!isMadeForText(name) || isPricedOtherwise(fields)) return undefined
  const levels = new Map<number, StatedRates>()
  for (const [field, value] of Object.entries(fields)) {
    const [, base, thousands] = FIELD.exec(field) ?? []
    const kind = KIND_BY_FIELD.get(base ?? '')
    if (!kind || value === null) continue
    const rate = rateOf(value)
    if (!rate) return undefined
    const above = Number(thousands ?? '0') * 1_000
    levels.set(above, { ...levels.get(above), [kind]: rate })
  }
  const rates = levels.get(0)
  if (!rates?.input) return undefined
  // Output for nothing beside a paid input is a field that nobody filled in: unknown, not free.
  const isSilent = SILENT_MODES.has(textOf(fields.mode) ?? '')
  if (rates.output && isZero(rates.output) && !isZero(rates.input) && !isSilent) {
    delete rates.output
  }
  const longContext = [...levels]
    .filter(([above]) => above > 0)
    .sort(([a], [b]) => a - b)
    .map(([above, tier]) => ({ aboveInputTokens: above, rates: withoutEmptyCacheRates(tier) }))
  return { rates: withoutEmptyCacheRates(rates), longContext }
}

/** Tiers that are not long-context ones, and output that is sound or pictures at its own rate. */
function isPricedOtherwise(fields: JsonRecord): boolean {
  if ('tiered_pricing' in fields) return true
  const text = rateOf(fields.output_cost_per_token)
  return ['output_cost_per_audio_token', 'output_cost_per_image_token'].some((field) => {
    const rate = rateOf(fields[field])
    return rate !== undefined && !isZero(rate) && !(text?.eq(rate) ?? false)
  })
}
