import { Button, Group, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EventFilter, eventCountQuery } from '../../api/events.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

const ASK_AGAIN_MS = 3_000

type Props = {
  filter: EventFilter
  /** Number of matching events when the list was loaded. */
  known: number
  onShow: () => void
}

/**
 * Shows how many events arrived since the list was loaded. They are added on request, so that rows
 * do not move while they are read.
 */
export function LiveSwitch({ filter, known, onShow }: Props) {
  const { slug } = useOrganization()
  const [isLive, setLive] = useState(false)
  const { data = 0 } = useQuery({
    ...eventCountQuery(slug, filter),
    enabled: isLive,
    // Polls only while the page is visible.
    refetchInterval: ASK_AGAIN_MS,
  })
  const arrived = isLive ? Math.max(0, data - known) : 0
  return (
    <Group gap={arrived > 0 ? 'sm' : 0} wrap="nowrap">
      <div role="status">
        {arrived > 0 && (
          <Button variant="light" onClick={onShow}>
            {formatCount(arrived)} new
          </Button>
        )}
      </div>
      <Switch
        label="Live"
        checked={isLive}
        onChange={(event) => setLive(event.currentTarget.checked)}
      />
    </Group>
  )
}
