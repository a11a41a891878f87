import { Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { homeOf } from '../session/home-of.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { useSession } from '../session/use-session.ts'
import classes from './account.module.css'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Settings of the user's account, independent of any organization. */
export function AccountPage() {
  const session = useSession()
  const home = homeOf(session)
  const back = session.memberships.find(
    ({ organization }) => organization.slug === home?.params.slug,
  )
  return (
    <main className={classes.page}>
      <Stack gap="lg">
        <Group justify="space-between">
          {home && back && (
            <AnchorLink {...home}>
              <IconArrowLeft size={16} className={classes.back} aria-hidden />
              {back.organization.name}
            </AnchorLink>
          )}
          <SignOutButton />
        </Group>
        <Page title="Account" about={`You sign in with ${session.person.email}.`}>
          <Stack gap={40}>
            <PersonSection person={session.person} />
            <PasswordSection />
            <SessionsSection />
            <PreferencesSection />
          </Stack>
        </Page>
      </Stack>
    </main>
  )
}
