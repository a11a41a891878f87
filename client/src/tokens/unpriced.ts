import { type Count, count } from './tokens.ts'
import { type Source, warnOfUnpriced } from './usage.ts'

/** Warns of tokens of speech, which have their own rates at the provider. */
export function warnOfAudio(source: Source, ...counts: Count[]): void {
  if (!counts.some((one) => count(one) > 0)) return
  const remedy = 'Set a rate of the model with POST /v1/cost-rates if all of its tokens are audio.'
  warnOfUnpriced(source, 'audio tokens, which are priced like text', remedy)
}

/** Warns of searches that the provider made and charges by the request; `service` prices them. */
export function warnOfSearches(source: Source, searches: Count, service?: string): void {
  if (count(searches) === 0) return
  const beside = 'Record them in services beside the model, with their number as quantity'
  const remedy = service ? `${beside}: ${service}.` : `${beside}.`
  warnOfUnpriced(source, 'web searches, which tokens do not include', remedy)
}

/** Warns of searches in files, which OpenAI charges by the call. */
export function warnOfFileSearches(source: Source, searches: number): void {
  if (searches === 0) return
  const remedy =
    'Record them in services beside the model, with their number as quantity: openai-file-search-tool.'
  warnOfUnpriced(source, 'searches in files, which tokens do not include', remedy)
}
