import { useMergedRef } from '@mantine/hooks'
import { createLink } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

/** Tabs of an object, each with its own URL. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

export const TabLink = createLink((props: ComponentPropsWithRef<'a'>) => {
  const own = useRef<HTMLAnchorElement>(null)
  const isCurrent = props['aria-current'] === 'page'
  useEffect(() => {
    if (isCurrent && own.current) showTab(own.current)
  }, [isCurrent])
  return <a {...props} ref={useMergedRef(own, props.ref)} className={classes.tab} />
})

/** Scrolls the tabs, and nothing around them, until a tab is in the middle. */
function showTab(tab: HTMLAnchorElement): void {
  const tabs = tab.parentElement
  if (tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2
}
