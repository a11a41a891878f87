import { Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { BarOrder } from './bar-order.ts'
import classes from './charts.module.css'

type Props = {
  /** The order of the rows, if it is by this column. */
  order: BarOrder | undefined
  onSort: (() => void) | undefined
  children: string
}

/** The head of a column of figures; a button if the rows can be sorted. */
export function BarHead({ order, onSort, children }: Props) {
  if (onSort === undefined) {
    return (
      <Table.Th scope="col" ta="right">
        {children}
      </Table.Th>
    )
  }
  const Arrow = order?.isUp ? IconArrowUp : IconArrowDown
  const direction = order === undefined ? 'none' : order.isUp ? 'ascending' : 'descending'
  return (
    <Table.Th scope="col" ta="right" aria-sort={direction}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {order !== undefined && <Arrow size={14} aria-hidden />}
        {children}
      </button>
    </Table.Th>
  )
}
