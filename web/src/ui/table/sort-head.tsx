import { Table, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { usePreference } from '../preferences/preferences.ts'
import { zoneName } from '../values/dates.ts'
import type { Column } from './column.ts'
import classes from './data-table.module.css'

type Props<Row> = {
  column: Column<Row>
  style: CSSProperties | undefined
  /** Current sort order, such as `-createdAt`. */
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** A column header. If the API can sort by the column, it is a button that reverses the order. */
export function SortHead<Row>({ column, style = {}, sort, onSort }: Props<Row>) {
  const { sort: field, isFigure, isHeaderHidden } = column
  const zone = usePreference('zone')
  const header = column.isTime ? `${column.header} (${zoneName(zone)})` : column.header
  if (field === undefined || onSort === undefined) {
    return (
      <Table.Th data-figure={isFigure} style={style} scope="col">
        {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </Table.Th>
    )
  }
  const isUp = sort === field
  const isDown = sort === `-${field}`
  return (
    <Table.Th
      data-figure={isFigure}
      style={style}
      scope="col"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(isDown ? field : `-${field}`)}
      >
        {header}
        {/* Reserves its space, so that no column moves. */}
        <span className={classes.arrow}>
          {isUp && <IconArrowUp size={14} aria-hidden />}
          {isDown && <IconArrowDown size={14} aria-hidden />}
        </span>
      </button>
    </Table.Th>
  )
}
