import type { SuggestedEntry } from '../../api/api-types.ts'
import { formatRounded } from '../../ui/values/money.ts'
import { ratesInWords } from './rates-in-words.ts'
import { NEARNESS } from './reasons.ts'

/** Why an entry is near, what it charges, and what the events would cost by it. */
export function SuggestionText({ suggestion }: { suggestion: SuggestedEntry }) {
  return (
    <>
      {NEARNESS[suggestion.reason]}. {ratesInWords(suggestion)}. These events would cost{' '}
      <b>{formatRounded(suggestion.estimatedCost, 'USD')}</b>.
    </>
  )
}
