import { Link, useRouterState } from '@tanstack/react-router'
import { isAt, type NavEntry } from './nav.ts'
import classes from './shell.module.css'
import { UnknownCostsBadge } from './unknown-costs-badge.tsx'

/** An entry of the sidebar. It leads to the first of its pages, and is current on all of them. */
export function NavLink({ entry, slug }: { entry: NavEntry; slug: string }) {
  const { label, icon: Icon, pages } = entry
  const isCurrent = useRouterState({
    select: ({ location: { pathname } }) => pages.some((page) => isAt(page, { pathname, slug })),
  })
  const [first] = pages
  if (first === undefined) return null
  return (
    <Link
      to={first.to}
      params={{ slug }}
      className={classes.link}
      // A list with other parameters is still the same page.
      activeOptions={{ includeSearch: false }}
      {...(isCurrent && { 'aria-current': 'page' })}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {label}
      {first.to === '/o/$slug/unknown-costs' && <UnknownCostsBadge />}
    </Link>
  )
}
