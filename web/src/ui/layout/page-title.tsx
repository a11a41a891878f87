import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = {
  children: string
  /** Title of the browser tab, if it differs from the h1. */
  tab?: string
  /** Name of the site, appended to the tab title. */
  site?: string
}

/** The h1 of a page. It sets the tab title and takes the focus on a new page. */
export function PageTitle({ children, tab = children, site = 'Piecework' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = tab.includes(site) ? tab : `${tab} · ${site}`
  }, [tab, site])
  useEffect(() => {
    // Does not take the focus from a field or a dialog.
    if (document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {children}
    </Title>
  )
}
