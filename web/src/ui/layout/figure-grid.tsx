import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDelayed } from '../states/use-delayed.ts'
import classes from './figure-grid.module.css'

type Figure = {
  label: string
  /** Returns the label as a link to what the figure consists of. */
  link?: ((label: string) => ReactNode) | undefined
  /** Undefined while it is loading. */
  value: ReactNode | undefined
  note?: ReactNode
}

/** A row of figures, each with its label above. */
export function FigureGrid({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.grid}>
      {figures.map(({ label, link, value, note }) => (
        <div key={label} className={classes.figure}>
          <dt>{link ? link(label) : label}</dt>
          <dd className={classes.value}>{value === undefined ? <Pending /> : value}</dd>
          {note !== undefined && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Pending() {
  const isShown = useDelayed(true)
  return <Skeleton height={24} mt={5} width={110} visible={isShown} aria-busy="true" />
}
