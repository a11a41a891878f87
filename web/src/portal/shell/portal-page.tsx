import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { usePortalSession } from '../session/portal-session.ts'

type Props = { title: string; about?: ReactNode; children: ReactNode }

/** Layout of one page of the account. */
export function PortalPage({ title, about, children }: Props) {
  const { organizationName } = usePortalSession()
  return (
    <Stack gap="lg">
      <Stack gap={2}>
        <PageTitle site={organizationName}>{title}</PageTitle>
        {about && <Text c="dimmed">{about}</Text>}
      </Stack>
      {children}
    </Stack>
  )
}
