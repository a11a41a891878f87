import { Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { InvitationsSection } from './invitations-section.tsx'
import type { MembersSearch } from './members-search.ts'
import { MembersSection } from './members-section.tsx'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))

type Props = {
  search: MembersSearch
  onSearch: (search: MembersSearch, how: 'typed' | 'picked') => void
}

/** Members, roles and invitations. */
export function TeamPage({ search, onSearch }: Props) {
  const { name } = useOrganization()
  const [isInviting, setInviting] = useState(false)
  return (
    <Page
      title="Team"
      about={`The members of ${name} and their roles.`}
      action={
        <AllowedButton permission="people" onClick={() => setInviting(true)}>
          Invite
        </AllowedButton>
      }
    >
      <Stack gap={32}>
        <MembersSection search={search} onSearch={onSearch} />
        <InvitationsSection />
      </Stack>
      <Suspense>{isInviting && <InviteDialog onClose={() => setInviting(false)} />}</Suspense>
    </Page>
  )
}
