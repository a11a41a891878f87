import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.gen.ts'

export function createDashboardRouter() {
  return createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
