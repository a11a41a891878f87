import { join } from 'node:path'

const WEB = join(import.meta.dirname, '..')

const treeOf = (application: 'dashboard' | 'portal') => ({
  target: 'react' as const,
  routesDirectory: join(WEB, 'src', application, 'routes'),
  generatedRouteTree: join(WEB, 'src', application, 'routes.gen.ts'),
  routeFileIgnorePattern: '[.]test[.]|[.]module[.]css$',
  quoteStyle: 'single' as const,
  semicolons: false,
  addExtensions: true,
  disableLogging: true,
})

/** Two applications with separate routes, so that the portal does not include the dashboard. */
export const ROUTE_TREES = [treeOf('dashboard'), treeOf('portal')]

export type RouteTree = (typeof ROUTE_TREES)[number]
