import { Table } from '@mantine/core'
import { formatAmount, formatCount } from '../values/money.ts'
import type { BillLine } from './bill.ts'
import classes from './billing.module.css'
import { tierInWords } from './line-words.ts'

type Props = { line: BillLine; currency: string }

/** Shows how tiers produce the amount of a line, and the part billed on another invoice. */
export function TierTable({ line, currency }: Props) {
  const { tiers, pricingModel, billed, quantity, amount } = line
  return (
    <Table className={classes.tiers} aria-label={`How ${line.description} is priced`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Tier</Table.Th>
          <Table.Th scope="col">Units</Table.Th>
          <Table.Th scope="col">Rate</Table.Th>
          <Table.Th scope="col">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tiers.map((tier, position) => {
          const words = tierInWords(tier, { position, pricingModel, currency })
          return (
            <Table.Tr key={`${tier.lower}-${tier.rate}`}>
              <Table.Td>{words.range}</Table.Td>
              <Table.Td>{words.units}</Table.Td>
              <Table.Td>{words.rate}</Table.Td>
              <Table.Td>{words.amount}</Table.Td>
            </Table.Tr>
          )
        })}
        {billed != null && (
          <>
            <Table.Tr>
              <Table.Td>Billed on other invoices</Table.Td>
              <Table.Td>{formatCount(billed.quantity)}</Table.Td>
              <Table.Td />
              <Table.Td>{formatAmount(billed.amount, currency)}</Table.Td>
            </Table.Tr>
            <Table.Tr data-strong>
              <Table.Td>Billed on this line</Table.Td>
              <Table.Td>{formatCount(quantity)}</Table.Td>
              <Table.Td />
              <Table.Td>{formatAmount(amount, currency)}</Table.Td>
            </Table.Tr>
          </>
        )}
      </Table.Tbody>
    </Table>
  )
}
