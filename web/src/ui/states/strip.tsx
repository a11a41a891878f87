import type { ReactNode } from 'react'
import classes from './strip.module.css'

type Props = { tone: 'info' | 'warning'; role?: 'status'; children: ReactNode }

/** A thin notice line above the page. */
export function Strip({ tone, role, children }: Props) {
  return (
    <aside aria-label="Notice" className={classes.strip} data-tone={tone}>
      <div role={role}>{children}</div>
    </aside>
  )
}
