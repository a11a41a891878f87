import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/use-organization.ts'
import { OrganizationSwitch } from './organization-switch.tsx'
import classes from './shell.module.css'
import { UnknownCostsBadge } from './unknown-costs-badge.tsx'
import { useNav } from './use-nav.ts'

export function Sidebar() {
  const { slug } = useOrganization()
  return (
    <nav className={classes.nav} aria-label="Main">
      <OrganizationSwitch />
      {useNav().map(({ group, pages }) => (
        <div key={group ?? ''}>
          {group && <div className={classes.label}>{group}</div>}
          <ul className={classes.group}>
            {pages.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ slug }}
                  className={classes.link}
                  // A list with other parameters is still the same page.
                  activeOptions={{ includeSearch: false }}
                >
                  <Icon size={16} stroke={1.75} aria-hidden />
                  {label}
                  {to === '/o/$slug/unknown-costs' && <UnknownCostsBadge />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
