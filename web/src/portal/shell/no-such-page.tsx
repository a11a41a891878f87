import { PortalAnchor } from './portal-link.tsx'
import { PortalPage } from './portal-page.tsx'

export function NoSuchPage() {
  return (
    <PortalPage title="There is no such page" about="The address may be mistyped.">
      <PortalAnchor to="/portal">Go to Home</PortalAnchor>
    </PortalPage>
  )
}
