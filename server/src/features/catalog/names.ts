/**
 * How provider and model names are compared. Everything here is exact: a name that is merely
 * similar never resolves, because a wrong price is worse than an unknown one.
 */

/**
 * Other names of the same price list, as gateways, SDKs and telemetry conventions write them. Only
 * names that cannot mean anything else are here.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  aws: [
    'amazon-bedrock',
    'amazon_bedrock',
    'aws-bedrock',
    'aws.bedrock',
    'aws_bedrock',
    'bedrock',
    'bedrock_converse',
  ],
  azure: [
    'az.ai.inference',
    'az.ai.openai',
    'azure-ai',
    'azure-openai',
    'azure.ai.inference',
    'azure.ai.openai',
    'azure_ai',
    'azure_openai',
  ],
  'black-forest-labs': ['bfl', 'black_forest_labs'],
  cohere: ['cohere_chat'],
  elevenlabs: ['eleven-labs', 'eleven_labs'],
  fal: ['fal-ai', 'fal.ai', 'fal_ai'],
  fireworks: ['fireworks-ai', 'fireworks_ai'],
  'github-copilot': ['github_copilot'],
  google: [
    'gcp.gemini',
    'gcp.gen_ai',
    'gcp.vertex_ai',
    'gemini',
    'google-gla',
    'google-vertex',
    'google_genai',
    'google_vertexai',
    'vertex-ai',
    'vertex_ai',
    'vertexai',
  ],
  mistral: ['mistral-ai', 'mistral_ai', 'mistralai'],
  moonshotai: ['moonshot', 'moonshot-ai', 'moonshot_ai'],
  novita: ['novita-ai', 'novita_ai'],
  parallel: ['parallel-ai', 'parallel_ai'],
  runway: ['runwayml'],
  stability: ['stability-ai', 'stability_ai', 'stabilityai'],
  together: ['together-ai', 'together_ai', 'togetherai'],
  voyage: ['voyage-ai', 'voyage_ai', 'voyageai'],
  xai: ['x-ai', 'x.ai', 'x_ai'],
  zai: ['z-ai', 'z.ai', 'z_ai'],
}

/** Every other name of a provider → the name that the catalog uses. */
export const PROVIDER_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([provider, aliases]) =>
    aliases.map((alias) => [alias, provider] as const),
  ),
)

/** Names are compared without case and without surrounding spaces. */
export function normalizeName(name: string): string {
  return name.trim().toLowerCase()
}

/** The catalog's name for a provider, whichever of its names was given. */
export function canonicalProvider(provider: string): string {
  const name = normalizeName(provider)
  return PROVIDER_ALIASES.get(name) ?? name
}

/**
 * `openai/gpt-4o` sent with the provider openai is gpt-4o; undefined when the part before the first
 * slash is not this very provider. Both arguments are normalized; the provider is canonical.
 */
export function withoutProviderPrefix(provider: string, name: string): string | undefined {
  const slash = name.indexOf('/')
  if (slash <= 0 || canonicalProvider(name.slice(0, slash)) !== provider) return undefined
  return name.slice(slash + 1)
}

const DATE_SUFFIX = /(?:-(20\d{2})-(\d{2})-(\d{2})|[-@](20\d{2})(\d{2})(\d{2}))$/

/**
 * The name without a release date at its end (`-2024-08-06`, `-20240806`, `@20240806`); undefined
 * when it ends in none, or in digits that are no date.
 */
export function withoutDateSuffix(name: string): string | undefined {
  const match = DATE_SUFFIX.exec(name)
  if (!match || match.index === 0) return undefined
  const [, dashYear, dashMonth, dashDay, year, month, day] = match
  if (!isDate(Number(dashYear ?? year), Number(dashMonth ?? month), Number(dashDay ?? day))) {
    return undefined
  }
  return name.slice(0, match.index)
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const MADE_FOR_OTHER_THINGS = /(^|[-/])(audio|realtime|transcribe)(-|$)/

/**
 * False for models that mostly hear or speak: priced at their rates for text, which is all that a
 * catalog entry can express, they would look many times too cheap.
 */
export function isMadeForText(name: string): boolean {
  return !MADE_FOR_OTHER_THINGS.test(name)
}
