import { Table, Text } from '@mantine/core'
import { type Rates, rateFacts } from '../cost-rates/rate-facts.ts'
import classes from './rates-table.module.css'

/** Rates under one condition, such as a tier of service or a long context. */
export type RatesUnder = { condition: string; rates: Rates }

type Props = { label: string; columns: readonly RatesUnder[] }

/** Rates by kind of usage; each condition is a column. */
export function RatesTable({ label, columns }: Props) {
  const byColumn = columns.map(({ rates }) => new Map(rateFacts(rates)))
  const kinds = [...new Set(byColumn.flatMap((rates) => [...rates.keys()]))]
  if (kinds.length === 0) return <Text c="dimmed">No rate is published.</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.frame} aria-label={label} tabIndex={0}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Usage</Table.Th>
            {columns.map(({ condition }) => (
              <Table.Th key={condition} scope="col" data-figure>
                {condition}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Td className={classes.kind}>{kind}</Table.Td>
              {columns.map(({ condition }, index) => (
                <Table.Td key={condition} data-figure>
                  {byColumn[index]?.get(kind) ?? '–'}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
