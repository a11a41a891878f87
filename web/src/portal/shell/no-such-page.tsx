import { PortalAnchor } from './portal-link.tsx'
import { PortalPage } from './portal-page.tsx'

export function NoSuchPage() {
  return (
    <PortalPage title="Page not found" about="The address may be mistyped.">
      <PortalAnchor to="/portal">Go to Home</PortalAnchor>
    </PortalPage>
  )
}
