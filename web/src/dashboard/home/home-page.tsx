import { Stack } from '@mantine/core'
import { Page } from '../../ui/layout/page.tsx'
import { Checklist } from './checklist.tsx'
import { LatestEvents } from './latest-events.tsx'

/** How far one has come, and what has just arrived. */
export function HomePage() {
  return (
    <Page title="Home" about="From the first event to the first invoice.">
      <Stack gap={40}>
        <Checklist />
        <LatestEvents />
      </Stack>
    </Page>
  )
}
