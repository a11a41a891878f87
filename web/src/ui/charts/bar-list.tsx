import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MoneyValue } from '../values/money.ts'
import classes from './charts.module.css'
import { cssColor, type SeriesColor } from './series-colors.ts'

export type BarRow = {
  key: string
  name: ReactNode
  /** Null means unknown and shows no bar. */
  value: MoneyValue | null
  /** The figure as displayed. */
  text: ReactNode
  color?: SeriesColor
}

type Props = {
  /** Accessible name of the chart, such as "Cost by model". */
  name: string
  nameLabel: string
  valueLabel: string
  rows: readonly BarRow[]
}

const FULL_PERCENT = 100

/**
 * Figures by name, as bars in an accessible table. Negative values are red and have a minus sign.
 */
export function BarList({ name, nameLabel, valueLabel, rows }: Props) {
  // Numbers are used only for the length of bars.
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
