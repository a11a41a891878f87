import { useRouterState } from '@tanstack/react-router'
import { TabLink, TabLinks } from '../../ui/layout/tab-links.tsx'
import { useOrganization } from '../session/use-organization.ts'
import classes from './shell.module.css'
import { useNav } from './use-nav.ts'

/** Tabs of a sidebar entry with several pages. A page of an object, such as a plan, has none. */
export function EntryTabs() {
  const { slug } = useOrganization()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/[/]$/, '') })
  const entry = useNav()
    .flat()
    .find(({ pages }) => pages.some(({ to }) => to.replace('$slug', slug) === path))
  if (entry === undefined || entry.pages.length === 1) return null
  return (
    <div className={classes.entryTabs}>
      <TabLinks label={entry.label}>
        {entry.pages.map(({ to, label }) => (
          <TabLink key={to} to={to} params={{ slug }} activeOptions={{ includeSearch: false }}>
            {label}
          </TabLink>
        ))}
      </TabLinks>
    </div>
  )
}
