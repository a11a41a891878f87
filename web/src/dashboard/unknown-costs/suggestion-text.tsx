import type { SuggestedEntry } from '../../api/api-types.ts'
import { formatRounded } from '../../ui/values/money.ts'
import { ratesInWords } from '../cost-rates/rates-in-words.ts'
import { NEARNESS } from './reasons.ts'

/** Reason for a suggestion, its rates and the cost of the events with it. */
export function SuggestionText({ suggestion }: { suggestion: SuggestedEntry }) {
  return (
    <>
      {NEARNESS[suggestion.reason]}. {ratesInWords(suggestion)}. These events would cost{' '}
      <b>{formatRounded(suggestion.estimatedCost, 'USD')}</b>.
    </>
  )
}
