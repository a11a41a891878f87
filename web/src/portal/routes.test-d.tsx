/** Type tests: links may lead only to pages that exist. */
import type { FileRouteTypes } from './routes.gen.ts'
import { PortalLink, type PortalPath } from './shell/portal-link.tsx'

export const all = (path: FileRouteTypes['to']): PortalPath => path
export const noOther = (path: PortalPath): FileRouteTypes['to'] => path

// @ts-expect-error there is no such page
export const wrong = <PortalLink to="/portal/nope">Nowhere</PortalLink>
