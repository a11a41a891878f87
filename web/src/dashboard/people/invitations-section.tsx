import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../api/api-types.ts'
import { invitationsQuery } from '../../api/invitations.ts'
import { Section } from '../../ui/layout/section.tsx'
import { usePreference } from '../../ui/preferences/preferences.ts'
import { StateBadge } from '../../ui/states/state-badge.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { ROLES } from './roles.ts'

const STATES = {
  pending: { tone: 'waiting', label: 'Pending' },
  accepted: { tone: 'good', label: 'Accepted' },
  expired: { tone: 'over', label: 'Expired' },
  withdrawn: { tone: 'over', label: 'Withdrawn' },
} as const

const COLUMNS: readonly Column<Invitation>[] = [
  {
    header: 'Email',
    share: 30,
    cell: ({ email }) => (
      <Text size="sm" truncate title={email}>
        {email}
      </Text>
    ),
  },
  { header: 'Role', cell: ({ role }) => ROLES[role].label, width: 120 },
  { header: 'Status', cell: ({ status }) => <StateBadge {...STATES[status]} />, width: 140 },
  {
    header: 'Invited by',
    cell: ({ inviter }) => inviter?.name ?? '–',
    width: 180,
    isOffPhone: true,
  },
  {
    header: 'Valid until',
    cell: ({ status, expiresAt }) =>
      status === 'pending' ? <Timestamp at={expiresAt} as="distance" /> : '–',
    width: 160,
    isOffPhone: true,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (invitation) => <InvitationActions invitation={invitation} />,
    width: 90,
  },
]

/** Its page number is not in the URL, which holds the page of the list of members. */
export function InvitationsSection() {
  const { slug } = useOrganization()
  const pageSize = usePreference('pageSize')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...invitationsQuery(slug, { page, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Invitations">
      <Stack gap="sm">
        <DataTable
          name="Invitations"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          query={query}
          pages={
            query.data && (
              <Pages
                list={query.data}
                page={page}
                limit={pageSize}
                onPage={setPage}
                onLimit={() => setPage(1)}
              />
            )
          }
          empty={<Text c="dimmed">No invitations yet.</Text>}
        />
      </Stack>
    </Section>
  )
}
