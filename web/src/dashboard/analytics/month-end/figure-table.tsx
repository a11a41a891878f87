import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Rounded } from '../../../ui/values/rounded.tsx'
import classes from './month-end.module.css'

type Props = {
  name: string
  head: readonly string[]
  /** Number of the first columns that have text, such as the name of the row; the others have figures. */
  texts?: number
  rows: readonly { key: string; cells: readonly ReactNode[]; isTotal?: boolean }[]
}

/** A table of figures that reads like a statement. */
export function FigureTable({ name, head, texts = 1, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.scroll} aria-label={name} tabIndex={0}>
      <Table fz={13} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {head.map((title, at) => (
              <Table.Th key={title} scope="col" data-figure={at >= texts}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells, isTotal }) => (
            <Table.Tr key={key} data-total={isTotal}>
              {cells.map((cell, at) => (
                <Table.Td key={head[at]} data-figure={at >= texts}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** An amount in the decimals of its currency; the title has it in full. */
export function Amount({ of, currency }: { of: number | undefined; currency: string }) {
  if (of === undefined) return '–'
  return <Rounded amount={of} currency={currency} />
}
