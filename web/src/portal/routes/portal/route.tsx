import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SessionGate } from '../../gate/session-gate.tsx'
import { NoSuchPage } from '../../shell/no-such-page.tsx'

export const Route = createFileRoute('/portal')({
  component: () => (
    <SessionGate>
      <Outlet />
    </SessionGate>
  ),
  notFoundComponent: NoSuchPage,
})
