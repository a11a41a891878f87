import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'

/** Number of events without a cost, shown next to the costs that do not include them. */
export function UncostedStrip({ count }: { count: number }) {
  const { slug } = useOrganization()
  if (count === 0) return null
  return (
    <Alert icon={<IconAlertTriangle size={18} />} p="xs" role="note">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {formatCount(count)} {count === 1 ? 'event' : 'events'} without a cost, not included in
          these figures
        </Text>
        <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} size="sm">
          Unknown costs
        </AnchorLink>
      </Group>
    </Alert>
  )
}
