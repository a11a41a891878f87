import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { PortalSubscription } from '../../api/api-types.ts'
import { durationInWords, leftInWords, offInWords } from '../../ui/billing/discount-in-words.ts'
import { type Price, priceInWords } from '../../ui/billing/price-in-words.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import { dayIn, formatDay, isDay } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import classes from './subscriptions.module.css'

const STATES = {
  upcoming: { tone: 'waiting', label: 'Upcoming' },
  active: { tone: 'good', label: 'Active' },
  ended: { tone: 'over', label: 'Ended' },
} as const

type Props = {
  subscription: PortalSubscription
  /** Hides the prices. */
  isShort?: boolean
}

/** Shows one subscription: its start, next dates and prices. */
export function SubscriptionCard({ subscription, isShort = false }: Props) {
  const { planName, agentName, status, prices, discounts, currency } = subscription
  const words = (price: Price) => priceInWords(price, currency, PERIODS[subscription.billingCycle])
  return (
    <Paper withBorder p="md" component="section" aria-label={planName}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
          <div className={classes.name}>
            <Title order={isShort ? 3 : 2} fz={14}>
              {planName}
            </Title>
            <Text size="sm" c="dimmed">
              {agentName}
            </Text>
          </div>
          <StateBadge {...STATES[status]} />
        </Group>
        <Facts facts={factsOf(subscription)} />
        {!isShort && (
          <ul className={classes.prices} aria-label={`Prices of ${planName}`}>
            {prices.map((price) => (
              <li key={`${price.chargeType} ${price.name}`}>
                <span className={classes.price}>{price.name}</span>
                <span>
                  {words(price)}
                  {price.next && (
                    <Text size="sm" c="dimmed">
                      {`Periods from ${formatDay(price.next.effectiveFrom)} on: `}
                      {words({ ...price, ...price.next })}
                    </Text>
                  )}
                </span>
              </li>
            ))}
            {discounts.map((one) => (
              <li key={one.name}>
                <span className={classes.price}>{one.name}</span>
                <span>
                  {offInWords(one)}, {durationInWords(one).toLowerCase()} (
                  {leftInWords({ ...one, endedAt: null }).toLowerCase()})
                </span>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Paper>
  )
}

/** Name of a billing period, as `priceInWords` expects it. */
const PERIODS = { monthly: 'month', yearly: 'year', custom: 'period' } as const

function factsOf(subscription: PortalSubscription): (readonly [string, string])[] {
  const { status, startDate, endDate, nextPlan, nextInvoiceDate, prices } = subscription
  const hasSeats = prices.some(({ chargeType }) => chargeType === 'seat_based')
  return [
    [status === 'upcoming' ? 'Starts' : 'Since', formatDay(startDate)],
    ...(endDate === null
      ? []
      : [[status === 'ended' ? 'Ended' : 'Ends', endOf(subscription, endDate)] as const]),
    ...(nextPlan === null
      ? []
      : [['Next plan', `${nextPlan.planName}, from ${formatDay(nextPlan.from)}`] as const]),
    ...(hasSeats ? [['Seats', seatsOf(subscription)] as const] : []),
    ...(nextInvoiceDate === null ? [] : [['Next invoice', formatDay(nextInvoiceDate)] as const]),
  ]
}

/** Returns the seats of today and of the next change: "5, from 1 Apr 2026 8". */
const seatsOf = ({ seatsCount, nextSeats }: PortalSubscription) =>
  nextSeats === null
    ? formatCount(seatsCount)
    : `${formatCount(seatsCount)}, from ${formatDay(nextSeats.from)} ${formatCount(nextSeats.seatsCount)}`

/** Formats the end of a subscription: a day, or the day of an exact timestamp. */
const endOf = ({ timeZone }: PortalSubscription, end: string) =>
  formatDay(isDay(end) ? end : dayIn(end, timeZone))
