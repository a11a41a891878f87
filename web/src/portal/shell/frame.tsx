import type { ReactNode } from 'react'
import { Company } from './company.tsx'
import { Foot } from './foot.tsx'
import classes from './shell.module.css'
import { useAccent } from './use-accent.ts'

type Props = {
  company: { organizationName: string; logo: string | null; accentColor: string | null }
  /** Under its name. */
  about?: string
  /** Beside the name of the company. */
  aside?: ReactNode
  /** Above it. */
  top?: ReactNode
  /** Under it: the way to the pages. */
  nav?: ReactNode
  children: ReactNode
}

/** The company's name on top, one column, and who made this at the foot. */
export function Frame({ company, about, aside, top, nav, children }: Props) {
  const { organizationName, logo, accentColor } = company
  useAccent(accentColor)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        {top}
        <div className={classes.head}>
          <Company
            name={organizationName}
            logo={logo}
            {...(about === undefined ? {} : { about })}
          />
          {aside}
        </div>
        {nav}
      </header>
      <main id="content" className={classes.content}>
        {children}
      </main>
      <Foot />
    </div>
  )
}
