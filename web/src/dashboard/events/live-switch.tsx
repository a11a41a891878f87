import { Button, Group, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EventFilter, eventCountQuery } from '../../api/events.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

const ASK_AGAIN_MS = 3_000

type Props = {
  filter: EventFilter
  /** How many match as far as the list knows. */
  known: number
  onShow: () => void
}

/**
 * Says how many events have arrived since the list was read. They come into the list when one asks for
 * them: what is being read does not move.
 */
export function LiveSwitch({ filter, known, onShow }: Props) {
  const { slug } = useOrganization()
  const [isLive, setLive] = useState(false)
  const { data = 0 } = useQuery({
    ...eventCountQuery(slug, filter),
    enabled: isLive,
    // While the page is seen, and only then.
    refetchInterval: ASK_AGAIN_MS,
  })
  const arrived = isLive ? Math.max(0, data - known) : 0
  return (
    <Group gap="sm" wrap="nowrap">
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
