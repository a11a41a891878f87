import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './tab-links.module.css'

/** Tabs of an object, each with its own URL. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

export const TabLink = createLink((props: ComponentPropsWithRef<'a'>) => (
  <a {...props} className={classes.tab} />
))
