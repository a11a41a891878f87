/** Checked by the compiler alone: the pages that links may lead to are those that there are. */
import type { FileRouteTypes } from './routes.gen.ts'
import { PortalLink, type PortalPath } from './shell/portal-link.tsx'

export const all = (path: FileRouteTypes['to']): PortalPath => path
export const noOther = (path: PortalPath): FileRouteTypes['to'] => path

// @ts-expect-error there is no such page
export const wrong = <PortalLink to="/portal/nope">Nowhere</PortalLink>
