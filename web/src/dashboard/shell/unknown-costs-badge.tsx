import { Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { eventCountQuery } from '../../api/events.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

const ASK_AGAIN_MS = 60_000
const SHOWN_MAX = 999

/** Number of events without a cost, shown in the sidebar. */
export function UnknownCostsBadge() {
  const { slug } = useOrganization()
  const { data = 0 } = useQuery({
    ...eventCountQuery(slug, { eventProcessed: 'UNCOSTED' }),
    refetchInterval: ASK_AGAIN_MS,
  })
  if (data === 0) return null
  const shown = data > SHOWN_MAX ? `${SHOWN_MAX}+` : formatCount(data)
  return (
    <Badge size="sm" color="gray" ml="auto">
      {shown}
      <VisuallyHidden>{data === 1 ? ' event' : ' events'}</VisuallyHidden>
    </Badge>
  )
}
