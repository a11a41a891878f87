import type { CostedService } from './cost-record.ts'

/**
 * Returns warnings for services that cost nothing because their tokens were not counted, and for
 * those whose tier of service has no rates of its own.
 */
export function costWarnings(services: readonly CostedService[]): string[] {
  const withoutTokens = services
    .filter(({ isWithoutTokens }) => isWithoutTokens)
    .map(
      (one) =>
        `${nameOf(one)} has no tokens, so it costs 0; a streamed answer may lack its usage (OpenAI: stream_options.include_usage)`,
    )
  const unpricedTiers = services
    .filter(({ isTierUnpriced }) => isTierUnpriced)
    .map(
      (one) =>
        `${nameOf(one)} has no rates for the service tier "${one.serviceTier}", so it costs the standard rates; set them with POST /v1/cost-rates`,
    )
  return [...new Set([...withoutTokens, ...unpricedTiers])]
}

function nameOf({ modelProvider, model }: CostedService): string {
  return `${modelProvider}/${model}`
}
