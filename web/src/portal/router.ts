import { createRouter } from '@tanstack/react-router'
import { PageFailed } from '../ui/layout/page-failed.tsx'
import { parseSearch, stringifySearch } from '../ui/url/plain-search.ts'
import { routeTree } from './routes.gen.ts'

export const createPortalRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
