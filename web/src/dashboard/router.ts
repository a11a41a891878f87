import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { PageFailed } from '../ui/layout/page-failed.tsx'
import { parseSearch, stringifySearch } from '../ui/url/plain-search.ts'
import { routeTree } from './routes.gen.ts'

export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache holds loaded data and knows its age.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
