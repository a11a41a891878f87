/**
 * Comparison of provider and model names. All rules are exact: a merely similar name never
 * resolves, because a wrong price is worse than an unknown one.
 */

/**
 * Aliases of providers as gateways, SDKs and telemetry conventions write them. Only unambiguous
 * names are listed.
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

/** Maps every alias of a provider to the name that the catalog uses. */
export const PROVIDER_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([provider, aliases]) =>
    aliases.map((alias) => [alias, provider] as const),
  ),
)

/** Normalizes a name for comparison: lower case, without surrounding spaces. */
export function normalizeName(name: string): string {
  return name.trim().toLowerCase()
}

/** Returns the catalog's name of a provider for any of its aliases. */
export function canonicalProvider(provider: string): string {
  const name = normalizeName(provider)
  return PROVIDER_ALIASES.get(name) ?? name
}

/**
 * Removes a provider prefix: `openai/gpt-4o` with the provider openai becomes `gpt-4o`. Returns
 * undefined when the part before the first slash is not this provider. Both arguments are
 * normalized; the provider is canonical.
 */
export function withoutProviderPrefix(provider: string, name: string): string | undefined {
  const slash = name.indexOf('/')
  if (slash <= 0 || canonicalProvider(name.slice(0, slash)) !== provider) return undefined
  return name.slice(slash + 1)
}

const DATE_SUFFIX = /(?:-(20\d{2})-(\d{2})-(\d{2})|[-@](20\d{2})(\d{2})(\d{2}))$/

/**
 * Removes a release date from the end of a name (`-2024-08-06`, `-20240806`, `@20240806`). Returns
 * undefined when the name does not end in a valid date.
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
 * Returns false for models mainly for audio input or output. A catalog entry has only text rates,
 * which would make these models many times too cheap.
 */
export function isMadeForText(name: string): boolean {
  return !MADE_FOR_OTHER_THINGS.test(name)
}
