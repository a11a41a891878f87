/** Names of the standard tier: of OpenAI, Anthropic and Groq. */
const STANDARD: ReadonlySet<unknown> = new Set(['default', 'auto', 'standard', 'on_demand'])

/** Returns a tier of service as a record has it; undefined for the standard tier. */
export function serviceTierOf(tier: unknown): string | undefined {
  if (typeof tier !== 'string' || tier === '' || STANDARD.has(tier)) return undefined
  return tier
}
