import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { StepPage } from './steps.ts'

const PAGES = {
  keys: { to: '/o/$slug/developers/keys', label: 'API keys', needs: 'keys' },
  'unknown-costs': { to: '/o/$slug/unknown-costs', label: 'Unknown costs', needs: 'read' },
  plans: { to: '/o/$slug/plans', label: 'Plans', needs: 'read' },
  subscriptions: { to: '/o/$slug/subscriptions', label: 'Subscriptions', needs: 'read' },
  invoices: { to: '/o/$slug/invoices', label: 'Invoices', needs: 'read' },
  mail: { to: '/o/$slug/developers/mail', label: 'Captured mail', needs: 'captured_mail' },
  team: { to: '/o/$slug/settings/team', label: 'Team', needs: 'people' },
} as const satisfies Record<StepPage, object>

/** Links to the page of a step, if the user may open it. */
export function StepLink({ at }: { at: StepPage }) {
  const { slug, may } = useOrganization()
  const { to, label, needs } = PAGES[at]
  if (!may(needs)) return null
  return (
    <AnchorLink to={to} params={{ slug }} size="sm">
      {label}
    </AnchorLink>
  )
}
