import { createRootRoute, Outlet } from '@tanstack/react-router'
import { LinkNeeded } from '../link-needed.tsx'

export const Route = createRootRoute({ component: Outlet, notFoundComponent: LinkNeeded })
