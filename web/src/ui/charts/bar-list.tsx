import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MoneyValue } from '../values/money.ts'
import classes from './charts.module.css'
import { cssColor, type SeriesColor } from './series-colors.ts'

export type BarRow = {
  key: string
  name: ReactNode
  /** Null is unknown: there is no bar. */
  value: MoneyValue | null
  /** The figure as it is read. */
  text: ReactNode
  color?: SeriesColor
}

type Props = {
  /** What it shows, for whoever does not see it: "Cost by model". */
  name: string
  nameLabel: string
  valueLabel: string
  rows: readonly BarRow[]
}

const FULL_PERCENT = 100

/** Figures by name, as bars that are a table: what is below zero is red and goes with its minus. */
export function BarList({ name, nameLabel, valueLabel, rows }: Props) {
  // How long a bar is, and no more, is worked out here.
  const sizes = rows.map(({ value }) => (value === null ? 0 : Math.abs(Number(value))))
  const largest = Math.max(...sizes, Number.MIN_VALUE)
  return (
    <Table className={classes.bars} aria-label={name} layout="fixed" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{nameLabel}</Table.Th>
          <Table.Th scope="col" ta="right" w={140}>
            {valueLabel}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name: rowName, value, text, color = '1' }, index) => {
          const isLoss = value !== null && Number(value) < 0
          const width = `${((sizes[index] ?? 0) / largest) * FULL_PERCENT}%`
          return (
            <Table.Tr key={key}>
              <Table.Td className={classes.barCell}>
                <div className={classes.barName}>{rowName}</div>
                <div
                  className={classes.bar}
                  data-loss={isLoss}
                  hidden={value === null}
                  style={isLoss ? { width } : { width, background: cssColor(color) }}
                />
              </Table.Td>
              <Table.Td ta="right" className={classes.barText} data-loss={isLoss}>
                {text}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
