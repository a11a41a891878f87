import type { SuggestedEntry, UncostedReason } from '../../api/api-types.ts'

/** Why a model has no cost. */
export const REASONS: Record<UncostedReason, { short: string; full: string }> = {
  unknown_model: {
    short: 'Not in the catalog',
    full: 'The catalog does not know this model. Say which entry prices it.',
  },
  no_rate: {
    short: 'A rate is missing',
    full: 'The catalog knows this model, but has no rate for what was used. Say which entry prices it.',
  },
}

/** Why an entry of the catalog is near. */
export const NEARNESS: Record<SuggestedEntry['reason'], string> = {
  same_name: 'Same name, another provider',
  same_provider: 'Similar name, same provider',
  similar_name: 'Similar name, another provider',
}
