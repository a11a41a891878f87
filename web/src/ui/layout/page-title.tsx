import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** The h1 of a page: it names the browser's tab, and takes the focus when the page is new. */
export function PageTitle({ children, tab = children }: { children: string; tab?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = tab.includes('Piecework') ? tab : `${tab} · Piecework`
  }, [tab])
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
