import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announcementQuery } from '../../../api/announcements.ts'
import type { Announcement } from '../../../api/api-types.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import type { Steps } from '../../../ui/table/use-neighbours.ts'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { CustomerLink } from '../../links/customer-link.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { JsonBlock } from '../json-block.tsx'
import { ObjectLink } from '../object-link.tsx'
import { DeliveredTo } from './delivered-to.tsx'
import { objectIdOf } from './object-id.ts'

type Props = { announcementId: string; steps: Steps; onClose: () => void }

/** An announcement next to the list: where it was delivered, and its payload. */
export default function AnnouncementPanel({ announcementId, steps, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(announcementQuery(slug, announcementId))
  return (
    <SidePanel
      title={data?.type ?? 'Announcement'}
      about={data && <Timestamp at={data.timestamp} />}
      row={announcementId}
      onClose={onClose}
      onStep={steps}
    >
      <Stack gap="lg">
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && <LinesSkeleton lines={10} />}
        {data === null && (
          <Text>This announcement does not exist. Announcements are deleted after some weeks.</Text>
        )}
        {data && (
          <>
            <Summary announcement={data} />
            <DeliveredTo announcementId={announcementId} />
            <Section title="Payload">
              <JsonBlock text={JSON.stringify(data)} label="Copy payload" />
            </Section>
          </>
        )}
      </Stack>
    </SidePanel>
  )
}

function Summary({ announcement }: { announcement: Announcement }) {
  const { slug } = useOrganization()
  const { id, type, customerId, data } = announcement
  const objectId = objectIdOf(data)
  const customer = useChoice(CUSTOMERS, customerId ?? undefined)
  return (
    <Facts
      facts={[
        ['Object', <ObjectLink key="o" of={{ type, customerId, objectId }} data={data} />],
        [
          'Customer',
          customer ? (
            <CustomerLink key="c" customerId={customer.id} name={customer.name} inherit />
          ) : (
            '–'
          ),
        ],
        [
          'Related',
          objectId === '' ? (
            '–'
          ) : (
            <AnchorLink
              key="r"
              to="/o/$slug/developers/announcements"
              params={{ slug }}
              search={{ objectId }}
              inherit
            >
              All of this object
            </AnchorLink>
          ),
        ],
        ['Announcement id', <CopyText key="i" text={id} label="Copy id" />],
      ]}
    />
  )
}
