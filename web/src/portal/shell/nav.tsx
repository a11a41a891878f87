import { usePortalSession } from '../session/portal-session.ts'
import { PortalLink, type PortalPath } from './portal-link.tsx'
import classes from './shell.module.css'

type NavPage = { to: PortalPath; label: string; isExact?: boolean; isOnlyWithCredit?: boolean }

const PAGES: readonly NavPage[] = [
  { to: '/portal', label: 'Home', isExact: true },
  { to: '/portal/usage', label: 'Usage' },
  { to: '/portal/invoices', label: 'Invoices' },
  { to: '/portal/credit', label: 'Credit', isOnlyWithCredit: true },
  { to: '/portal/subscriptions', label: 'Subscriptions' },
  { to: '/portal/profile', label: 'Profile' },
]

export function Nav() {
  const { hasCredit } = usePortalSession()
  const pages = PAGES.filter(({ isOnlyWithCredit = false }) => hasCredit || !isOnlyWithCredit)
  return (
    <nav aria-label="Account" className={classes.nav}>
      {pages.map(({ to, label, isExact = false }) => (
        <PortalLink
          key={to}
          to={to}
          className={classes.tab}
          activeOptions={{ exact: isExact, includeSearch: false }}
        >
          {label}
        </PortalLink>
      ))}
    </nav>
  )
}
