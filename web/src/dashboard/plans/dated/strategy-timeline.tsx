import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import type { PricingStrategy, StrategyPrice } from '../../../api/api-types.ts'
import { deleteStrategyPrice } from '../../../api/dated-prices.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { PriceTimeline } from '../../../ui/billing/price-timeline.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { dayIn, formatDay } from '../../../ui/values/dates.ts'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { usePlansRefresh } from '../use-plans-refresh.ts'

type Props = { strategy: PricingStrategy; currency: string }

/** The prices of a strategy by date. Loaded lazily: most strategies have one price. */
export default function StrategyTimeline({ strategy, currency }: Props) {
  const now = useBusinessTime()
  const { prices, name, chargeType, billTiming } = strategy
  if (now === undefined) return null
  const today = dayIn(now, 'UTC')
  const begun = prices.filter(({ effectiveFrom: from }) => from === null || from <= today)
  const current = begun.findLast(({ audience }) => audience === 'everyone')
  const stateOf = (price: StrategyPrice) => {
    const { effectiveFrom: from, audience } = price
    if (from !== null && from > today) return 'ahead'
    const isLater = (from ?? '') >= (current?.effectiveFrom ?? '')
    return price === current || (audience === 'new' && isLater) ? 'now' : 'past'
  }
  return (
    <PriceTimeline
      name={name}
      prices={prices.map((price) => ({
        key: price.id ?? 'first',
        from: price.effectiveFrom,
        words: priceInWords({ ...price, chargeType, billTiming }, currency),
        note:
          price.audience === 'new'
            ? 'for subscriptions that start on or after this day'
            : undefined,
        state: stateOf(price),
        action: stateOf(price) === 'ahead' && <DeletePrice strategy={strategy} price={price} />,
      }))}
    />
  )
}

type PriceProps = { strategy: PricingStrategy; price: StrategyPrice }

function DeletePrice({ strategy: { id: strategyId, planId, name }, price }: PriceProps) {
  const { slug } = useOrganization()
  const refresh = usePlansRefresh()
  const [isDeleting, deleting] = useDisclosure()
  const { id: priceId, effectiveFrom } = price
  if (priceId === null || effectiveFrom === null) return null
  const day = formatDay(effectiveFrom)
  return (
    <>
      <RowMenu of={`${name} from ${day}`}>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="Delete price?"
        isOpen={isDeleting}
        onClose={deleting.close}
        action="Delete price"
        run={async () => {
          await deleteStrategyPrice(slug, { planId, strategyId, priceId })
          toast(`The price of ${name} from ${day} is deleted`)
          await refresh()
        }}
      >
        <Text>
          The price of <b>{name}</b> from {day} is deleted. Periods from then on have the price
          before it.
        </Text>
      </ConfirmDialog>
    </>
  )
}
