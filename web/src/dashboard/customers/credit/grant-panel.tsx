import { Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreditGrant } from '../../../api/api-types.ts'
import { creditMovementsQuery } from '../../../api/credit.ts'
import { kindInWords, lastDayOf } from '../../../ui/billing/credit-words.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { PageButtons } from '../../../ui/layout/page-buttons.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { SmallTable } from '../../../ui/table/small-table.tsx'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { formatDay } from '../../../ui/values/dates.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { GrantStatus, Source } from './grant-columns.tsx'
import { Movement } from './movement.tsx'

const SHOWN = 20

type Props = { grant: CreditGrant; onClose: () => void }

/** A grant next to the list: its terms, and every change of it with its invoice. */
export default function GrantPanel({ grant, onClose }: Props) {
  const { kind, amount, left, currency, status, effectiveAt, priority, createdAt, id } = grant
  const lastDay = lastDayOf(grant.expiresAt)
  return (
    <SidePanel title={grant.name} row={id} onClose={onClose}>
      <Stack gap="lg">
        <Facts
          facts={[
            ['Kind', kindInWords(kind)],
            ['Status', <GrantStatus key="status" status={status} />],
            ['Amount', `${formatAmount(amount, currency)} ${currency}`],
            ['Left', formatAmount(left, currency)],
            ['Valid from', <Timestamp key="from" at={effectiveAt} />],
            ['Last day', lastDay === null ? 'No expiry' : `${formatDay(lastDay)} UTC`],
            ['Priority', priority],
            ['Source', <Source key="source" grant={grant} />],
            ['Created', <Timestamp key="created" at={createdAt} />],
            ['Grant id', <CopyText key="id" text={id} label="Copy grant id" />],
          ]}
        />
        <History grant={grant} />
      </Stack>
    </SidePanel>
  )
}

function History({ grant: { id: grantId, customerId } }: { grant: CreditGrant }) {
  const { slug } = useOrganization()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...creditMovementsQuery(slug, customerId, { grantId, page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="History">
      <Loaded query={query} skeleton={<LinesSkeleton lines={3} />}>
        {({ results, totalResults }) => (
          <Stack gap="xs">
            <SmallTable
              name="History of the grant"
              columns={[
                {
                  header: 'Date',
                  cell: ({ bookedAt }) => <Timestamp at={bookedAt} as="day" />,
                  isShort: true,
                },
                { header: 'Change', cell: (movement) => <Movement movement={movement} /> },
                {
                  header: 'Amount',
                  cell: ({ amount, currency }) => formatAmount(amount, currency),
                  isFigure: true,
                },
              ]}
              rows={results}
              rowKey={(movement) => movement.id}
            />
            {totalResults > SHOWN && (
              <Group justify="flex-end">
                <PageButtons
                  previous={page > 1 ? () => setPage(page - 1) : undefined}
                  next={page * SHOWN < totalResults ? () => setPage(page + 1) : undefined}
                />
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}
