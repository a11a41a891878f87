import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './small-table.module.css'

export type SmallColumn<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Aligns figures on the right with tabular digits. */
  isFigure?: boolean
  /** Wraps long names anywhere. */
  isName?: boolean
  /** Keeps text that is never long on one line. */
  isShort?: boolean
}

type Props<Row> = {
  /** Accessible name of the rows. */
  name: string
  columns: readonly SmallColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Scrolls the rows in a low frame, such as in a dialog. */
  isLow?: boolean
}

/** All rows of a part of a page, without order and pages. It scrolls sideways where it is narrow. */
export function SmallTable<Row>({ name, columns, rows, rowKey, isLow = false }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.frame} data-low={isLow} aria-label={name} tabIndex={0}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, isFigure }) => (
              <Table.Th key={header} scope="col" data-figure={isFigure}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ header, cell, isFigure, isName, isShort }) => (
                <Table.Td
                  key={header}
                  data-figure={isFigure}
                  data-short={isShort}
                  className={isName ? classes.name : undefined}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
