import { Alert, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UncostedModel } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

export type Mapped = {
  /** Number of events that got a cost. */
  count: number
  group: UncostedModel
  /** Display name, such as "gpt-4o (openai)". */
  target: string | undefined
}

/** Result of a mapping, with a link to the events. */
export function MappedNotice({ mapped: { count, group, target } }: { mapped: Mapped }) {
  const { slug } = useOrganization()
  return (
    <Alert icon={<IconCheck size={18} aria-hidden />} role="status" p="sm">
      <Stack gap={8}>
        <Text>
          {group.model} is now priced as {target}.{' '}
          {count === 1
            ? '1 event now has a cost.'
            : `${formatCount(count)} events now have a cost.`}
          {count < group.count &&
            ' The others also used another unknown model, which has its own row in the list.'}
        </Text>
        <AnchorLink
          to="/o/$slug/events"
          params={{ slug }}
          search={{ eventProcessed: 'PROCESSED', from: group.oldestEventDate.slice(0, 10) }}
        >
          View the events with a cost since {formatDay(group.oldestEventDate.slice(0, 10))}
        </AnchorLink>
      </Stack>
    </Alert>
  )
}
