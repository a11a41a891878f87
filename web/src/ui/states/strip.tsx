import type { ReactNode } from 'react'
import classes from './strip.module.css'

type Props = { tone: 'info' | 'warning'; role?: 'status'; children: ReactNode }

/** A thin line over the whole page. */
export function Strip({ tone, role, children }: Props) {
  return (
    <div className={classes.strip} data-tone={tone} role={role}>
      {children}
    </div>
  )
}
