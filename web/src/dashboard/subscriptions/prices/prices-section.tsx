import { Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PricingStrategy, Subscription, SubscriptionPrice } from '../../../api/api-types.ts'
import { deleteOwnPrice, ownPricesQuery } from '../../../api/dated-prices.ts'
import { pricesQuery } from '../../../api/plans.ts'
import { priceInWords } from '../../../ui/billing/price-in-words.ts'
import { PriceTimeline } from '../../../ui/billing/price-timeline.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../../ui/layout/row-menu.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { NoRows } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { dayIn, formatDay } from '../../../ui/values/dates.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { AllowedItem } from '../../session/allowed-item.tsx'
import { useBusinessTime } from '../../session/use-business-time.ts'
import { useOrganization } from '../../session/use-organization.ts'

const OwnPriceDialog = lazy(() => import('./own-price-dialog.tsx'))
const HEIGHT = 120

/** The prices of the plan, and those that the subscription has in their place. */
export default function PricesSection({ subscription }: { subscription: Subscription }) {
  const { slug } = useOrganization()
  const { id, planId } = subscription
  const strategies = useQuery(pricesQuery(slug, planId))
  const own = useQuery(ownPricesQuery(slug, id))
  return (
    <Section
      title="Prices"
      about="Own prices replace the plan’s prices in periods that begin on their date or later."
    >
      <Loaded query={strategies} height={HEIGHT}>
        {({ results }) =>
          results.length === 0 ? (
            <NoRows>The plan has no prices.</NoRows>
          ) : (
            <Loaded query={own} height={HEIGHT}>
              {({ results: prices }) => (
                <Stack gap="xs">
                  {results.map((strategy) => (
                    <StrategyPrices
                      key={strategy.id}
                      subscription={subscription}
                      strategy={strategy}
                      own={prices.filter(({ strategyId }) => strategyId === strategy.id)}
                    />
                  ))}
                </Stack>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Section>
  )
}

type Props = {
  subscription: Subscription
  strategy: PricingStrategy
  own: readonly SubscriptionPrice[]
}

function StrategyPrices({ subscription, strategy, own }: Props) {
  const [isSetting, setting] = useDisclosure()
  const now = useBusinessTime()
  const { currency, timezoneInForce } = subscription
  const { name, chargeType, billTiming } = strategy
  const today = now === undefined ? '' : dayIn(now, timezoneInForce)
  const current = own.findLast(({ effectiveFrom: from }) => from === null || from <= today)
  const stateOf = (price: SubscriptionPrice) => {
    if (price === current) return 'now'
    return (price.effectiveFrom ?? '') > today ? 'ahead' : 'past'
  }
  return (
    <Paper withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
          <Text size="sm" c="dimmed">
            {`The plan’s price today: ${priceInWords(strategy, currency)}`}
          </Text>
        </Stack>
        <AllowedButton
          permission="write"
          variant="default"
          onClick={setting.open}
          aria-label={`Set own price of ${name}`}
        >
          Set own price
        </AllowedButton>
      </Group>
      {own.length > 0 && (
        <PriceTimeline
          name={name}
          prices={own.map((price) => ({
            key: price.id,
            from: price.effectiveFrom,
            words: price.usePlanPrice
              ? 'The plan’s price again'
              : priceInWords({ ...price, chargeType, billTiming }, currency),
            note: price.note ?? undefined,
            state: stateOf(price),
            action: <DeleteOwnPrice strategy={strategy} price={price} />,
          }))}
        />
      )}
      <Suspense>
        {isSetting && (
          <OwnPriceDialog subscription={subscription} strategy={strategy} onClose={setting.close} />
        )}
      </Suspense>
    </Paper>
  )
}

type PriceProps = { strategy: PricingStrategy; price: SubscriptionPrice }

function DeleteOwnPrice({ strategy: { name }, price }: PriceProps) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [isDeleting, deleting] = useDisclosure()
  const { id: priceId, subscriptionId, strategyId, effectiveFrom } = price
  const since = effectiveFrom === null ? 'from the start' : `from ${formatDay(effectiveFrom)}`
  return (
    <>
      <RowMenu of={`${name} ${since}`}>
        <AllowedItem permission="delete" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <ConfirmDialog
        title="Delete own price?"
        isOpen={isDeleting}
        onClose={deleting.close}
        action="Delete price"
        run={async () => {
          await deleteOwnPrice(slug, { subscriptionId, strategyId, priceId })
          toast(`The own price of ${name} is deleted`)
          await queryClient.invalidateQueries({ queryKey: [slug] })
        }}
      >
        <Text>
          The own price of <b>{name}</b> {since} is deleted. Its periods use the price before it, or
          the plan’s price. A price that a final invoice used cannot be deleted.
        </Text>
      </ConfirmDialog>
    </>
  )
}
