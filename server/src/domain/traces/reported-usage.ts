import type { Counts } from './counts.ts'
import { AI_SDK_METADATA, LANGFUSE_USAGE, LITELLM_HIDDEN, LITELLM_USAGE } from './names.ts'
import type { Attributes } from './span.ts'
import { countIn, fieldsOf, objectIn } from './values.ts'

const [METADATA] = AI_SDK_METADATA
const [USAGE] = LANGFUSE_USAGE
const [HIDDEN] = LITELLM_HIDDEN
const [USAGE_OBJECT] = LITELLM_USAGE
type Fields = Readonly<Record<string, unknown>>

/** What the provider reported, as the AI SDK passes it on. */
export type ProviderReport = Counts & { isCachedBeside: boolean; serviceTier?: string }

/**
 * Reads the metadata of the provider that the AI SDK adds to a span. Before version 6 it is the only
 * place of some cached tokens, and in all versions that of writes for one hour. `given` are the
 * counts of the span. A span of several calls has the metadata of the last call alone, which is left
 * out because it does not match.
 */
export function providerReport(attributes: Attributes, given: Counts): ProviderReport | undefined {
  const metadata = objectIn(METADATA && attributes[METADATA.name])
  if (metadata === undefined) return undefined
  const { anthropic, bedrock, openai, google } = metadata
  if (anthropic !== undefined) return anthropicReport(fieldsOf(anthropic), given)
  if (bedrock !== undefined) return bedrockReport(fieldsOf(fieldsOf(bedrock).usage), given)
  if (google !== undefined) return googleReport(fieldsOf(fieldsOf(google).usageMetadata), given)
  if (openai === undefined) return undefined
  const { cachedPromptTokens, serviceTier } = fieldsOf(openai)
  return {
    cacheRead: countIn(cachedPromptTokens),
    isCachedBeside: false,
    ...tierOf(serviceTier),
  }
}

function anthropicReport(anthropic: Fields, given: Counts): ProviderReport | undefined {
  const usage = fieldsOf(anthropic.usage)
  const counts = {
    cacheRead: countIn(usage.cache_read_input_tokens) ?? countIn(anthropic.cacheReadInputTokens),
    cacheWrite:
      countIn(usage.cache_creation_input_tokens) ?? countIn(anthropic.cacheCreationInputTokens),
    cacheWrite1h: countIn(fieldsOf(usage.cache_creation).ephemeral_1h_input_tokens),
  }
  return matching(counts, countIn(usage.input_tokens), given, usage.service_tier)
}

function bedrockReport(usage: Fields, given: Counts): ProviderReport | undefined {
  const counts = {
    cacheRead: countIn(usage.cacheReadInputTokens),
    cacheWrite: countIn(usage.cacheWriteInputTokens),
  }
  return matching(counts, undefined, given, undefined)
}

/** Gemini counts cached tokens as input, but thoughts beside the answer. */
function googleReport(usage: Fields, given: Counts): ProviderReport | undefined {
  const prompt = countIn(usage.promptTokenCount)
  if (prompt !== undefined && prompt !== given.input) return undefined
  return {
    cacheRead: countIn(usage.cachedContentTokenCount),
    reasoning: countIn(usage.thoughtsTokenCount),
    total: countIn(usage.totalTokenCount),
    isCachedBeside: false,
  }
}

/**
 * Decides if the input of a span has the cached tokens that the provider counts beside the input.
 * Version 6 says it, as it has the details on the span.
 */
function matching(
  counts: Counts,
  uncached: number | undefined,
  given: Counts,
  tier: unknown,
): ProviderReport | undefined {
  const { input = 0 } = given
  const cached = (counts.cacheRead ?? 0) + (counts.cacheWrite ?? 0)
  const report = { ...counts, ...tierOf(tier) }
  if (given.cacheWrite !== undefined) {
    const isSame = given.cacheWrite === (counts.cacheWrite ?? 0)
    return isSame && (given.cacheRead ?? 0) === (counts.cacheRead ?? 0)
      ? { ...report, isCachedBeside: false }
      : undefined
  }
  if (uncached === undefined || uncached === input) return { ...report, isCachedBeside: true }
  return uncached + cached === input ? { ...report, isCachedBeside: false } : undefined
}

const tierOf = (tier: unknown) => (typeof tier === 'string' ? { serviceTier: tier } : {})

const CACHE_READ = /^(cache_read|input_cached?_read|input_cached)/
const CACHE_WRITE = /^(cache_(creation|write)|input_cache_(creation|write))/
const FOR_HOUR = /1h/

/**
 * Reads the kinds of tokens that Langfuse lists apart: those of the input start with `input` or
 * `cache`, those of the output with `output`. If the total is that of `input` and `output` alone,
 * they include the other kinds.
 */
export function langfuseCounts(attributes: Attributes): Counts | undefined {
  const usage = objectIn(USAGE && attributes[USAGE.name])
  if (usage === undefined) return undefined
  let [inputDetails, outputDetails, cacheRead, cacheWrite, cacheWrite1h] = [0, 0, 0, 0, 0]
  for (const [kind, value] of Object.entries(usage)) {
    const count = countIn(value)
    if (count === undefined) continue
    const isDetail = kind.startsWith('input_') || kind.startsWith('cache_')
    if (isDetail && kind !== 'input_tokens') inputDetails += count
    if (kind.startsWith('output_') && kind !== 'output_tokens') outputDetails += count
    if (CACHE_READ.test(kind)) cacheRead += count
    if (!CACHE_WRITE.test(kind)) continue
    cacheWrite += count
    if (FOR_HOUR.test(kind)) cacheWrite1h += count
  }
  const input = firstOf(usage, ['input', 'input_tokens', 'prompt_tokens', 'promptTokens'])
  const output = firstOf(usage, [
    'output',
    'output_tokens',
    'completion_tokens',
    'completionTokens',
  ])
  const total = firstOf(usage, ['total', 'total_tokens', 'totalTokens'])
  const isWhole = total !== undefined && total === (input ?? 0) + (output ?? 0)
  return {
    input: input === undefined ? undefined : input + (isWhole ? 0 : inputDetails),
    output: output === undefined ? undefined : output + (isWhole ? 0 : outputDetails),
    cacheRead,
    cacheWrite,
    cacheWrite1h,
  }
}

function firstOf(usage: Fields, kinds: readonly string[]): number | undefined {
  return kinds.map((kind) => countIn(usage[kind])).find((count) => count !== undefined)
}

/** Returns true if LiteLLM answered from its own cache: then no provider was called. */
export function isAnsweredByLiteLlm(attributes: Attributes): boolean {
  const { cache_key: key } = fieldsOf(objectIn(HIDDEN && attributes[HIDDEN.name]))
  return typeof key === 'string' && key !== ''
}

/** Reads the cached tokens that LiteLLM writes as text of Python. */
export function liteLlmCached(attributes: Attributes): Counts {
  const text = USAGE_OBJECT && attributes[USAGE_OBJECT.name]
  if (typeof text !== 'string') return {}
  const find = (name: string) => {
    const [, digits] = new RegExp(`['"]${name}['"]: (\\d{1,12})\\b`).exec(text) ?? []
    return countIn(digits)
  }
  return {
    cacheRead: find('cache_read_input_tokens') ?? find('cached_tokens'),
    cacheWrite: find('cache_creation_input_tokens') ?? find('cache_creation_tokens'),
    cacheWrite1h: find('ephemeral_1h_input_tokens'),
  }
}
