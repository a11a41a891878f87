import { Table } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { RowPages } from '../layout/row-pages.tsx'
import type { MoneyValue } from '../values/money.ts'
import { BarHead } from './bar-head.tsx'
import { type BarOrder, useBarOrder } from './bar-order.ts'
import classes from './charts.module.css'
import { cssColor, type SeriesColor } from './series-colors.ts'

export type BarTableRow = {
  key: string
  name: ReactNode
  /** Value of the bar; null means unknown and shows no bar. */
  value: MoneyValue | null
  color?: SeriesColor
  /** Displayed figures, one per column. */
  cells: readonly ReactNode[]
  /**
   * Figures of the columns by which rows are sorted; null sorts last. Rows without them, such as
   * that of all others, stay at the end.
   */
  sorts?: readonly (number | null)[]
}

type Props = {
  /** Accessible name of the chart, such as "Cost by customer". */
  name: string
  nameLabel: string
  columns: readonly string[]
  rows: readonly BarTableRow[]
  /** Order in which the rows are given; a click on a head changes it. */
  sortedBy?: BarOrder
}

const FULL_PERCENT = 100

/** Rows that are drawn at once; a thousand take seconds. */
const PAGE_ROWS = 100

/** A table of figures with a bar below each name. Negative values are red. */
export function BarTable({ name, nameLabel, columns, rows: given, sortedBy }: Props) {
  const { rows, order, sortBy } = useBarOrder(given, sortedBy)
  const [chosen, setPage] = useState(0)
  // Other filters can leave fewer pages.
  const page = Math.min(chosen, Math.max(0, Math.ceil(rows.length / PAGE_ROWS) - 1))
  const first = page * PAGE_ROWS
  const sort = (column: number) => {
    sortBy(column)
    setPage(0)
  }
  const isSortable = given.some(({ sorts }) => sorts !== undefined)
  // Numbers are used only for the length of bars.
  const sizes = rows.map(({ value }) => (value === null ? 0 : Math.abs(Number(value))))
  const largest = Math.max(...sizes, Number.MIN_VALUE)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.wide} aria-label={name} tabIndex={0}>
      <Table className={classes.bars} withRowBorders={false} aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.barHead}>
              {nameLabel}
            </Table.Th>
            {columns.map((column, index) => (
              <BarHead
                key={column}
                order={order?.column === index ? order : undefined}
                onSort={isSortable ? () => sort(index) : undefined}
              >
                {column}
              </BarHead>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(first, first + PAGE_ROWS).map((row, index) => {
            const { key, name: rowName, value, color = '1', cells } = row
            const isLoss = value !== null && Number(value) < 0
            const width = `${((sizes[first + index] ?? 0) / largest) * FULL_PERCENT}%`
            return (
              <Table.Tr key={key} data-row>
                <Table.Td className={classes.barHead}>
                  <div className={classes.barName}>{rowName}</div>
                  <div
                    className={classes.bar}
                    data-loss={isLoss}
                    hidden={value === null}
                    style={isLoss ? { width } : { width, background: cssColor(color) }}
                  />
                </Table.Td>
                {cells.map((cell, at) => (
                  <Table.Td
                    key={columns[at] ?? at}
                    ta="right"
                    className={classes.barText}
                    data-loss={isLoss && at === 0}
                  >
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <RowPages name={name} total={rows.length} size={PAGE_ROWS} page={page} onPage={setPage} />
    </section>
  )
}
