import { useOrganization } from '../session/use-organization.ts'
import { NavLink } from './nav-link.tsx'
import { OrganizationSwitch } from './organization-switch.tsx'
import classes from './shell.module.css'
import { useNav } from './use-nav.ts'

export function Sidebar() {
  const { slug } = useOrganization()
  return (
    <nav className={classes.nav} aria-label="Main">
      <OrganizationSwitch />
      {useNav().map((entries) => (
        <ul key={entries[0]?.label} className={classes.group}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <NavLink entry={entry} slug={slug} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
