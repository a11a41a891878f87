import { Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Cost } from '../../ui/values/cost.tsx'
import { formatCount } from '../../ui/values/money.ts'
import classes from './change-table.module.css'

type Row = {
  key: string
  name: ReactNode
  changedEventCount: number
  costBefore: string
  costAfter: string
}

type Props = {
  title: string
  /** Number of rows, of which `rows` may be only a part. */
  count: number
  rows: readonly Row[]
}

/** Costs before and after, the largest differences first. */
export function ChangeTable({ title, count, rows }: Props) {
  return (
    <Stack gap={4}>
      <Text fw={500}>
        {title}: {formatCount(count)}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it */}
      <section className={classes.frame} aria-label={`Changes by ${title}`} tabIndex={0}>
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              {['Changed', 'Cost before', 'Cost after'].map((column) => (
                <Table.Th key={column} scope="col" data-figure>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, changedEventCount, costBefore, costAfter }) => (
              <Table.Tr key={key}>
                <Table.Td className={classes.name}>{name}</Table.Td>
                <Table.Td data-figure>{formatCount(changedEventCount)}</Table.Td>
                <Table.Td data-figure>
                  <Cost value={costBefore} />
                </Table.Td>
                <Table.Td data-figure>
                  <Cost value={costAfter} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {rows.length < count && (
        <Text size="sm" c="dimmed">
          Shows the {formatCount(rows.length)} with the largest differences.
        </Text>
      )}
    </Stack>
  )
}
