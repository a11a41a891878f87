import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Shown for an unknown URL of the organization; the sidebar stays available. */
export function NoSuchPage() {
  const { slug } = useOrganization()
  return (
    <Page title="Page not found" about="The address may be mistyped, or the page no longer exists.">
      <AnchorLink to="/o/$slug/home" params={{ slug }}>
        Go to Home
      </AnchorLink>
    </Page>
  )
}
