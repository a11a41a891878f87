import { Stack } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { Checklist } from './checklist.tsx'
import { LatestEvents } from './latest-events.tsx'

/** How far one has come, and what has just arrived. */
export function HomePage() {
  const { name } = useOrganization()
  return (
    <Page title={name} about="From the first event to the first invoice.">
      <Stack gap={40}>
        <Checklist />
        <LatestEvents />
      </Stack>
    </Page>
  )
}
