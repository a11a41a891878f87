import { Table, Text } from '@mantine/core'
import type { PortalUsage } from '../../api/api-types.ts'
import { formatAmount, formatCount } from '../../ui/values/money.ts'
import classes from './usage.module.css'

/** Shows the usage of each signal and its amount at the plan's prices. */
export function SignalTable({ signals }: { signals: PortalUsage['signals'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section className={classes.table} aria-label="Usage" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Item</Table.Th>
            <Table.Th scope="col" className={classes.figure}>
              Units
            </Table.Th>
            <Table.Th scope="col" className={classes.figure}>
              Amount
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {signals.map((one) => (
            <Table.Tr key={one.signalId}>
              <Table.Td>
                {one.signalName}
                <Text size="xs" c="dimmed">
                  {one.agentName}
                </Text>
                {one.priceInWords !== null && (
                  <Text size="xs" c="dimmed">
                    {one.priceInWords}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes.figure}>{formatCount(one.quantity)}</Table.Td>
              <Table.Td className={classes.figure}>
                {formatAmount(one.amount, one.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
