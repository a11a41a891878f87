import { List, Text } from '@mantine/core'
import type { UncostedUsage } from '../../api/api-types.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

type Props = { withoutTokens: UncostedUsage['withoutTokens'] }

/** Events recorded at cost 0 because they have no tokens; lists the latest ones. */
export function EventsWithoutTokens({ withoutTokens: { totalEvents, latest } }: Props) {
  const { slug } = useOrganization()
  if (totalEvents === 0) return null
  return (
    <Panel
      title="Events without tokens"
      about="Recorded at cost 0. The usual cause is a streamed response without usage: turn usage on in the SDK, for OpenAI with stream_options.include_usage."
    >
      <List size="sm">
        {latest.map(({ eventId, usageDate, models }) => (
          <List.Item key={eventId}>
            <AnchorLink
              to="/o/$slug/events"
              params={{ slug }}
              search={{ event: eventId }}
              size="sm"
            >
              {`${formatDay(usageDate.slice(0, 10))}: ${models.join(', ')}`}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
      {totalEvents > latest.length && (
        <Text size="xs" c="dimmed">
          Shows the latest {formatCount(latest.length)} of {formatCount(totalEvents)}.
        </Text>
      )}
    </Panel>
  )
}
