import { type Counts, tokensOf } from './counts.ts'
import {
  CACHED_BESIDE,
  COST,
  LANGFUSE_COST,
  REASONING_BESIDE,
  SERVICE_TIER,
  TOKENS,
} from './names.ts'
import { LITELLM_SCOPE, modelOf, withProvider } from './provider.ts'
import {
  isAnsweredByLiteLlm,
  langfuseCounts,
  liteLlmCached,
  type ProviderReport,
  providerReport,
} from './reported-usage.ts'
import type { Attributes, Usage } from './span.ts'
import { firstAmount, firstCount, firstName, objectIn } from './values.ts'

const namesOf = (spellings: readonly { name: string }[]) => spellings.map(({ name }) => name)
const NAMES = {
  input: namesOf(TOKENS.input),
  output: namesOf(TOKENS.output),
  total: namesOf(TOKENS.total),
  cacheRead: namesOf(TOKENS.cacheRead),
  cacheWrite: namesOf(TOKENS.cacheWrite),
  cacheWrite1h: namesOf(TOKENS.cacheWrite1h),
  reasoning: namesOf(TOKENS.reasoning),
  cost: namesOf(COST),
  serviceTier: namesOf(SERVICE_TIER),
}
const [LANGFUSE_COSTS] = LANGFUSE_COST

/**
 * Reads the use of a model that the attributes of one span or log record describe. Returns undefined
 * if they describe none: without a count of tokens, or without the name of a model. `scopeName` is
 * the library that sent them.
 */
export function readUsage(
  attributes: Attributes,
  scopeName: string | undefined,
  warnings: string[],
): Usage | undefined {
  const sent = sentCounts(attributes, warnings)
  if (sent === undefined) return undefined
  const model = modelOf(attributes, scopeName, warnings)
  if (model === undefined) {
    warnings.push('Tokens without the name of a model were left out')
    return undefined
  }
  if (scopeName === LITELLM_SCOPE && isAnsweredByLiteLlm(attributes)) {
    warnings.push(`LiteLLM answered from its own cache, so ${model} was not called`)
    return undefined
  }
  const report = providerReport(attributes, sent)
  const counts = joined(
    joined(sent, report),
    scopeName === LITELLM_SCOPE ? liteLlmCached(attributes) : {},
  )
  const beside = {
    cached: report?.isCachedBeside ?? isIn(CACHED_BESIDE, scopeName),
    reasoning: isIn(REASONING_BESIDE, scopeName),
  }
  const tokens = tokensOf(counts, beside, warnings)
  if (tokens === undefined) return undefined
  return {
    ...withProvider(attributes, model, warnings),
    ...tokens,
    ...tierIn(attributes, report, warnings),
    ...costIn(attributes),
  }
}

const isIn = (names: ReadonlySet<string>, name: string | undefined) =>
  name !== undefined && names.has(name)

/**
 * Returns the counts of a span; undefined if it has neither input nor output, or if one of them cannot
 * be: the rest of such a call is not its cost.
 */
function sentCounts(attributes: Attributes, warnings: string[]): Counts | undefined {
  const langfuse = langfuseCounts(attributes)
  if (langfuse?.input !== undefined || langfuse?.output !== undefined) return langfuse
  const count = (kind: keyof typeof TOKENS) => firstCount(attributes, NAMES[kind], warnings)
  const before = warnings.length
  const input = count('input')
  if (input === undefined && warnings.length > before) return undefined
  const afterInput = warnings.length
  const output = count('output')
  if (output === undefined && (input === undefined || warnings.length > afterInput))
    return undefined
  return {
    input,
    output,
    total: count('total'),
    cacheRead: count('cacheRead'),
    cacheWrite: count('cacheWrite'),
    cacheWrite1h: count('cacheWrite1h'),
    reasoning: count('reasoning'),
  }
}

/** Adds counts that are missing. */
function joined(counts: Counts, more: Counts | undefined): Counts {
  if (more === undefined) return counts
  return {
    input: counts.input,
    output: counts.output,
    total: counts.total ?? more.total,
    cacheRead: counts.cacheRead ?? more.cacheRead,
    cacheWrite: counts.cacheWrite ?? more.cacheWrite,
    cacheWrite1h: counts.cacheWrite1h ?? more.cacheWrite1h,
    reasoning: counts.reasoning ?? more.reasoning,
  }
}

function tierIn(
  attributes: Attributes,
  report: ProviderReport | undefined,
  warnings: string[],
): Pick<Usage, 'serviceTier'> {
  const serviceTier =
    firstName(attributes, NAMES.serviceTier, warnings) ??
    firstName({ tier: report?.serviceTier ?? '' }, ['tier'], warnings)
  return serviceTier === undefined ? {} : { serviceTier }
}

function costIn(attributes: Attributes): Pick<Usage, 'reportedCostUsd'> {
  const costs = objectIn(LANGFUSE_COSTS && attributes[LANGFUSE_COSTS.name])
  const reportedCostUsd = firstAmount([...NAMES.cost.map((name) => attributes[name]), costs?.total])
  return reportedCostUsd === undefined ? {} : { reportedCostUsd }
}
