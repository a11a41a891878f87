import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = {
  children: string
  /** How the tab of the browser is called, where the h1 alone does not say it. */
  tab?: string
  /** Whose pages these are. */
  site?: string
}

/** The h1 of a page: it names the browser's tab, and takes the focus when the page is new. */
export function PageTitle({ children, tab = children, site = 'Piecework' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = tab.includes(site) ? tab : `${tab} · ${site}`
  }, [tab, site])
  useEffect(() => {
    // Whoever types, or has a dialog open, keeps the focus.
    if (document.activeElement?.closest('input, textarea, select, [role="dialog"]')) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {children}
    </Title>
  )
}
