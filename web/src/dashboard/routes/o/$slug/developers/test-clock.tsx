import { createFileRoute } from '@tanstack/react-router'
import { TestClockPage } from '../../../../test-clock/test-clock-page.tsx'

export const Route = createFileRoute('/o/$slug/developers/test-clock')({
  component: TestClockPage,
})
