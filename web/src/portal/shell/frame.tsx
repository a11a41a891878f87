import type { ReactNode } from 'react'
import { Company } from './company.tsx'
import { Foot } from './foot.tsx'
import classes from './shell.module.css'
import { useAccent } from './use-accent.ts'

type Props = {
  company: { organizationName: string; logo: string | null; accentColor: string | null }
  /** Text below the company's name. */
  about?: string
  /** Content next to the company's name. */
  aside?: ReactNode
  /** Content above the company's name. */
  top?: ReactNode
  /** Navigation below the company's name. */
  nav?: ReactNode
  children: ReactNode
}

/** Page layout: the company's name on top, one column, and the product name at the bottom. */
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
