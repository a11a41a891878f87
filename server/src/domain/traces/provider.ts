import { LITELLM_MODEL, MODEL, PROVIDER, SERVER } from './names.ts'
import type { Attributes } from './span.ts'
import { firstName } from './values.ts'

/** A model, and its provider as the catalog takes it. */
export type NamedModel = { model: string; modelProvider?: string }

const namesOf = (spellings: readonly { name: string }[]) => spellings.map(({ name }) => name)
const MODEL_NAMES = namesOf(MODEL)
const LITELLM_MODEL_NAMES = [...namesOf(LITELLM_MODEL), ...MODEL_NAMES]
const PROVIDER_NAMES = namesOf(PROVIDER)
const SERVER_NAMES = namesOf(SERVER)
/** The default name of LiteLLM's tracer. */
export const LITELLM_SCOPE = 'litellm'

/** Returns the name of the model of a call; undefined if the attributes have none. */
export function modelOf(
  attributes: Attributes,
  scopeName: string | undefined,
  warnings: string[],
): string | undefined {
  const names = scopeName === LITELLM_SCOPE ? LITELLM_MODEL_NAMES : MODEL_NAMES
  return firstName(attributes, names, warnings)
}

/**
 * Returns the provider of a model. Without a name of a provider, it is the one whose name is before
 * the model, or the one that alone has models of this name, with a warning.
 */
export function withProvider(
  attributes: Attributes,
  model: string,
  warnings: string[],
): NamedModel {
  const sent = providerNamed(firstName(attributes, PROVIDER_NAMES, warnings))
  const host = sent === undefined || sent === 'openai' ? providerAt(attributes) : undefined
  const modelProvider = host ?? sent
  if (modelProvider !== undefined) return { model, modelProvider }
  const assumed = providerByModel(model)
  if (assumed === undefined) {
    warnings.push(`No provider was sent for ${model}`)
    return { model }
  }
  warnings.push(`No provider was sent for ${model}; ${assumed} is assumed by the name of the model`)
  return { model, modelProvider: assumed }
}

/** Names that sources send in place of a provider. */
const NO_PROVIDERS = new Set([
  '_other',
  'custom',
  'gateway',
  'haystack',
  'langchain',
  'litellm',
  'llamaindex',
  'none',
  'unknown',
])

/** Names that only one source sends; those of several sources are aliases in the catalog. */
const NAMES_OF_SOURCES: ReadonlyMap<string, string> = new Map([
  // The agent development kit of Google.
  ['gcp.vertex.agent', 'google'],
  // The AI SDK for Claude on Vertex AI.
  ['vertex.anthropic', 'google'],
])

/** The AI SDK adds the API to the provider: `openai.responses`, `google.vertex.chat`. */
const API_OF_PROVIDER =
  /\.(chat|completion|responses|messages|embedding|textEmbedding|generative-ai|vertex|image|speech|transcription)$/i

/** Converts the name of a provider as sources write it; undefined if it names none. */
function providerNamed(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  let name = sent.trim()
  while (API_OF_PROVIDER.test(name)) name = name.replace(API_OF_PROVIDER, '')
  name = name.toLowerCase()
  return NO_PROVIDERS.has(name) ? undefined : (NAMES_OF_SOURCES.get(name) ?? name)
}

/** Hosts with the API of OpenAI, which clients report as OpenAI; each with its subdomains. */
const PROVIDERS_OF_HOSTS: readonly (readonly [host: string, provider: string])[] = [
  ['api.cerebras.ai', 'cerebras'],
  ['api.deepseek.com', 'deepseek'],
  ['api.fireworks.ai', 'fireworks'],
  ['api.groq.com', 'groq'],
  ['api.mistral.ai', 'mistral'],
  ['api.moonshot.ai', 'moonshotai'],
  ['api.perplexity.ai', 'perplexity'],
  ['api.together.xyz', 'together'],
  ['api.x.ai', 'xai'],
  ['generativelanguage.googleapis.com', 'google'],
  ['openai.azure.com', 'azure'],
  ['openrouter.ai', 'openrouter'],
  ['services.ai.azure.com', 'azure'],
]

function providerAt(attributes: Attributes): string | undefined {
  const sent = firstName(attributes, SERVER_NAMES, [])
  if (sent === undefined) return undefined
  const address = sent.toLowerCase()
  const known = PROVIDERS_OF_HOSTS.find(
    ([host]) => address === host || address.endsWith(`.${host}`),
  )
  return known?.[1]
}

/** Names of models that one provider has, with those of Claude on the clouds that sell it. */
const PROVIDERS_OF_MODELS: readonly (readonly [pattern: RegExp, provider: string])[] = [
  [/^(gpt-(?!oss)|chatgpt-|codex-|o[134](-|$)|text-embedding-(3-|ada-))/, 'openai'],
  [/^claude-.*@/, 'google'],
  [/^claude-/, 'anthropic'],
  [/^([a-z-]+\.)?anthropic\.claude-/, 'aws'],
  [/^gemini-/, 'google'],
  [/^grok-/, 'xai'],
]

/** Returns the provider that a name of a model alone shows; undefined if several have it. */
export function providerByModel(model: string): string | undefined {
  const name = model.trim().toLowerCase()
  const slash = name.indexOf('/')
  if (slash > 0) return providerNamed(name.slice(0, slash))
  return PROVIDERS_OF_MODELS.find(([pattern]) => pattern.test(name))?.[1]
}
