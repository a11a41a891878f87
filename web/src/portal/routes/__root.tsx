import { createRootRoute, Outlet } from '@tanstack/react-router'
import { LinkPage } from '../link/link-page.tsx'

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <LinkPage state="missing" />,
})
