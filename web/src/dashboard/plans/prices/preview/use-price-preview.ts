import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pricePreviewQuery } from '../../../../api/prices.ts'
import { useOrganization } from '../../../session/use-organization.ts'
import { type Draft, hasQuantity, isPriceable, priceOf } from '../draft.ts'

const PAUSE_MS = 200

/** Converts a price and a quantity for the preview. */
export function previewed(draft: Draft, quantity: string) {
  const name = draft.name.trim()
  return {
    ...(name === '' ? {} : { name }),
    ...priceOf(draft),
    ...(hasQuantity(draft.kind) ? { quantity } : {}),
  }
}

type Strategies = readonly ReturnType<typeof previewed>[]

/** Previews amounts shortly after the last key press; the previous result stays until then. */
export function usePricePreview(currency: string, strategies: Strategies) {
  const { slug } = useOrganization()
  const [asked] = useDebouncedValue(JSON.stringify(strategies), PAUSE_MS)
  return useQuery({
    ...pricePreviewQuery(slug, { currency, strategies: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
  })
}

/** Returns active prices that can be computed in their current state. */
export const priceable = (drafts: readonly Draft[]) =>
  drafts.filter((draft) => draft.isActive && isPriceable(draft))
