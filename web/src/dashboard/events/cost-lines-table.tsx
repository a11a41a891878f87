import { Table, Text } from '@mantine/core'
import type { CostLines } from '../../api/api-types.ts'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import classes from './event-panel.module.css'

/** The lines that make up a cost. */
export function CostLinesTable({ lines }: { lines: CostLines }) {
  const all = Object.entries(lines)
  if (all.length === 0) return <Text c="dimmed">No usage with a rate.</Text>
  return (
    <div className={classes.lines}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Usage</Table.Th>
            <Table.Th scope="col" data-figure>
              Units
            </Table.Th>
            <Table.Th scope="col" data-figure>
              Rate
            </Table.Th>
            <Table.Th scope="col" data-figure>
              Cost
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map(([key, { units, costPerUnit, cost }]) => (
            <Table.Tr key={key}>
              <Table.Td>{key}</Table.Td>
              <Table.Td data-figure>{formatCount(units)}</Table.Td>
              <Table.Td data-figure>{formatCost(costPerUnit)}</Table.Td>
              <Table.Td data-figure>{formatCost(cost)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
