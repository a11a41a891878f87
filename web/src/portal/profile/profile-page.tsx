import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { portalProfileQuery } from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PortalPage } from '../shell/portal-page.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { ProfileForm } from './profile-form.tsx'

const HEIGHT = 480

/** Edits the recipient, the addresses and the payment method of invoices. */
export function ProfilePage({ isBack }: { isBack: boolean }) {
  // A refetch must not change fields while they are edited.
  const query = useQuery({ ...portalProfileQuery, refetchOnWindowFocus: false })
  return (
    <PortalPage title="Profile">
      <Stack gap={40}>
        <PaymentMethod isBack={isBack} />
        <Section title="Billing details" about="Printed on your next invoices.">
          <Loaded query={query} height={HEIGHT}>
            {(profile) => <ProfileForm profile={profile} />}
          </Loaded>
        </Section>
      </Stack>
    </PortalPage>
  )
}
