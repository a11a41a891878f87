import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateBadge } from '../states/state-badge.tsx'
import { formatDay } from '../values/dates.ts'
import classes from './billing.module.css'

/** A price from a day on; null: from the start. */
export type TimelinePrice = {
  key: string
  from: string | null
  words: string
  /** What the price is limited to, such as new subscriptions. */
  note?: string | undefined
  state: 'past' | 'now' | 'ahead'
  action?: ReactNode
}

const STATES = {
  past: { tone: 'over', label: 'Past' },
  now: { tone: 'good', label: 'Current' },
  ahead: { tone: 'waiting', label: 'Upcoming' },
} as const

/** Prices by date, the earliest first. */
export function PriceTimeline({
  name,
  prices,
}: {
  name: string
  prices: readonly TimelinePrice[]
}) {
  return (
    <ol className={classes.timeline} aria-label={`Prices of ${name} by date`}>
      {prices.map(({ key, from, words, note, state, action }) => (
        <li key={key} data-state={state}>
          <Text size="sm" c="dimmed" className={classes.from}>
            {from === null ? 'From the start' : `From ${formatDay(from)}`}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words}
            {note !== undefined && (
              <Text span size="sm" c="dimmed">
                {`, ${note}`}
              </Text>
            )}
          </Text>
          <Group gap={4} wrap="nowrap">
            <StateBadge {...STATES[state]} />
            {action}
          </Group>
        </li>
      ))}
    </ol>
  )
}
