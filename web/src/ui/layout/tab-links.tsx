import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import classes from './tab-links.module.css'

/** The parts of one thing, each with an address of its own. */
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
