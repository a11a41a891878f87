import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Attention } from '../../../api/api-types.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import classes from './attention.module.css'
import { itemsOf } from './attention-items.ts'
import { AttentionLink } from './attention-link.tsx'

const HEIGHT = 40

/** Items that need attention. */
export function NeedsAttention({ query }: { query: UseQueryResult<Attention> }) {
  return (
    <Panel title="Needs attention">
      <Loaded query={query} height={HEIGHT}>
        {(attention) => {
          const items = itemsOf(attention)
          if (items.length === 0) return <AllWell />
          return (
            <ul className={classes.items}>
              {items.map(({ kind, text, isBad, subscriptionId }) => (
                <li key={`${text} ${subscriptionId}`}>
                  <Group gap="sm" wrap="nowrap">
                    {isBad ? (
                      <IconAlertTriangle size={16} className={classes.bad} aria-label="Problem" />
                    ) : (
                      <IconClock size={16} className={classes.soon} aria-label="Soon" />
                    )}
                    <Text flex={1}>{text}</Text>
                    <AttentionLink kind={kind} {...(subscriptionId && { subscriptionId })} />
                  </Group>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function AllWell() {
  return (
    <Group gap="sm" wrap="nowrap">
      <IconCircleCheck size={16} className={classes.well} aria-hidden />
      <Text c="dimmed">
        Nothing needs attention. Every cost is known, and nothing is overdue or has failed.
      </Text>
    </Group>
  )
}
