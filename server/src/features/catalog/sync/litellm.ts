import { isZero } from '../../../domain/money.ts'
import { canonicalProvider, isMadeForText, normalizeName } from '../names.ts'
import { countOf, isRecord, type JsonRecord, parseExactJson, rateOf, textOf } from './exact-json.ts'
import {
  mergeStatements,
  type SourceList,
  type SourceModel,
  type StatedLevels,
  type StatedRates,
  type Statement,
  type TokenKind,
  withoutEmptyCacheRates,
} from './statement.ts'

/**
 * Modes that are sold by the token. Others, such as images, speech and search, have other units.
 */
const TOKEN_MODES = new Set(['chat', 'completion', 'responses', 'embedding', 'rerank'])
/** Modes without output tokens, whose output costs nothing. */
const SILENT_MODES = new Set(['embedding', 'rerank'])

/** Providers whose models LiteLLM lists without a provider prefix. */
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
  /^(input_cost_per_token|output_cost_per_token|cache_read_input_token_cost|cache_creation_input_token_cost(?:_above_1hr)?)(?:_above_(\d+)k_tokens)?(?:_(batches|flex|priority))?$/
const KIND_BY_FIELD: ReadonlyMap<string, TokenKind> = new Map([
  ['input_cost_per_token', 'input'],
  ['output_cost_per_token', 'output'],
  ['cache_read_input_token_cost', 'cacheRead'],
  ['cache_creation_input_token_cost', 'cacheWrite'],
  ['cache_creation_input_token_cost_above_1hr', 'cacheWrite1h'],
])
/** The service tier by the end of a field; the standard tier has none. */
const TIER_BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['batches', 'batch'],
  ['flex', 'flex'],
  ['priority', 'priority'],
])
const STANDARD = ''

/**
 * Parses LiteLLM's `model_prices_and_context_window.json`: models by name, in USD per token. Throws
 * when the text has another format.
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
  // Contradictory prices, or a price next to an entry without one: neither can be trusted.
  for (const id of unpriced.keys()) models.delete(id)
  return { models: [...models.values()], unpriced: [...unpriced.values()] }
}

/**
 * Returns the catalog's names of a LiteLLM model, or undefined when they are uncertain. Models of
 * OpenRouter are read from OpenRouter's own list.
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

/**
 * Maps LiteLLM's providers to catalog providers; LiteLLM splits some by API or model family:
 * `vertex_ai-anthropic_models`.
 */
function providerOf(vendor: string): string {
  if (vendor === 'text-completion-openai') return 'openai'
  if (vendor === 'azure_text') return 'azure'
  return canonicalProvider(vendor.replace(/-.*(models|maas)$/, ''))
}

function readStatement(name: string, fields: JsonRecord): Statement | undefined {
  if (!isMadeForText(name) || isPricedOtherwise(fields)) return undefined
  const ratesByTier = readRates(fields)
  if (!ratesByTier) return undefined
  const { [STANDARD]: standard, ...others } = Object.fromEntries(ratesByTier)
  const levels = standard && toLevels(standard, fields)
  if (!levels?.rates.input) return undefined
  const serviceTiers = Object.entries(others)
    .map(([serviceTier, rates]) => ({ serviceTier, ...toLevels(rates, fields) }))
    .filter(({ rates }) => rates.input && (rates.output || isSilent(fields)))
  return { ...levels, ...(serviceTiers.length > 0 && { serviceTiers }) }
}

/** Number of input tokens that a call must exceed → its rates. */
type RatesByLength = Map<number, StatedRates>

/** Reads the rates of each tier; returns undefined when one of them is not a number. */
function readRates(fields: JsonRecord): Map<string, RatesByLength> | undefined {
  const tiers = new Map<string, RatesByLength>()
  for (const [field, value] of Object.entries(fields)) {
    const [, base, thousands, ending] = FIELD.exec(field) ?? []
    const kind = KIND_BY_FIELD.get(base ?? '')
    if (!kind || value === null) continue
    const rate = rateOf(value)
    if (!rate) return undefined
    const tier = TIER_BY_ENDING.get(ending ?? '') ?? STANDARD
    const above = Number(thousands ?? '0') * 1_000
    const levels = tiers.get(tier) ?? new Map()
    tiers.set(tier, levels.set(above, { ...levels.get(above), [kind]: rate }))
  }
  return tiers
}

function toLevels(levels: RatesByLength, fields: JsonRecord): StatedLevels {
  const rates = { ...levels.get(0) }
  // Free output with paid input means a field that was not filled in: unknown, not free.
  const isPaid = rates.input !== undefined && !isZero(rates.input)
  if (rates.output && isZero(rates.output) && isPaid && !isSilent(fields)) delete rates.output
  const longContext = [...levels]
    .filter(([above]) => above > 0)
    .sort(([a], [b]) => a - b)
    .map(([above, level]) => ({ aboveInputTokens: above, rates: withoutEmptyCacheRates(level) }))
  return { rates: withoutEmptyCacheRates(rates), longContext }
}

function isSilent({ mode }: JsonRecord): boolean {
  return SILENT_MODES.has(textOf(mode) ?? '')
}

/**
 * Returns true if a model has tiers other than long context, or a separate rate for audio or image
 * output.
 */
function isPricedOtherwise(fields: JsonRecord): boolean {
  if ('tiered_pricing' in fields) return true
  const text = rateOf(fields.output_cost_per_token)
  return ['output_cost_per_audio_token', 'output_cost_per_image_token'].some((field) => {
    const rate = rateOf(fields[field])
    return rate !== undefined && !isZero(rate) && !(text?.eq(rate) ?? false)
  })
}
