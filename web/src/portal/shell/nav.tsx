import { PortalLink, type PortalPath } from './portal-link.tsx'
import classes from './shell.module.css'

const PAGES: readonly { to: PortalPath; label: string; isExact?: boolean }[] = [
  { to: '/portal', label: 'Home', isExact: true },
  { to: '/portal/usage', label: 'Usage' },
  { to: '/portal/invoices', label: 'Invoices' },
  { to: '/portal/subscriptions', label: 'Subscriptions' },
  { to: '/portal/profile', label: 'Profile' },
]

export function Nav() {
  return (
    <nav aria-label="Account" className={classes.nav}>
      {PAGES.map(({ to, label, isExact = false }) => (
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
