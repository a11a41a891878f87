import type { SuggestedEntry, UncostedReason } from '../../api/api-types.ts'

/** Reasons why a model has no cost. */
export const REASONS: Record<UncostedReason, { short: string; full: string }> = {
  unknown_model: {
    short: 'Not in the catalog',
    full: 'This model is not in the catalog. Choose the entry that prices it, or set a price.',
  },
  no_rate: {
    short: 'Rate missing',
    full: 'This model is in the catalog, but has no rate for this usage. Choose the entry that prices it, or set a price.',
  },
}

/** Reasons why a catalog entry is suggested. */
export const NEARNESS: Record<SuggestedEntry['reason'], string> = {
  same_name: 'Same name, another provider',
  same_provider: 'Similar name, same provider',
  similar_name: 'Similar name, another provider',
}
