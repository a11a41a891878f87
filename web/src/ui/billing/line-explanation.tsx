import { Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InvoiceLineExplanation, PortalInvoiceLineExplanation } from '../../api/api-types.ts'
import { Facts } from '../layout/facts.tsx'
import { formatAmount, formatCost, formatCount } from '../values/money.ts'
import classes from './billing.module.css'
import { calculationInWords, stepInWords } from './step-in-words.ts'

type Explanation = InvoiceLineExplanation | PortalInvoiceLineExplanation
type Related = Explanation['laterLines'][number]

type Props = {
  explanation: Explanation
  /** Shows the number of the invoice of another line, such as a link to it. */
  invoiceOf?: (line: Related) => ReactNode
  /** Links to the rejections among the usage. */
  rejectionsLink?: ReactNode
  /** True on a draft, which has its present usage when it is finalized. */
  isDraft?: boolean
}

/** Shows every step from the usage to the amount of a line, and the usage as it is now. */
export function LineExplanation({
  explanation,
  invoiceOf = numberOf,
  rejectionsLink,
  isDraft = false,
}: Props) {
  const { steps, amount, currency, description, usage, earlierLines, laterLines } = explanation
  const billedOn = (lineId: string | null) =>
    earlierLines.find((line) => line.lineId === lineId)?.invoiceNumber
  return (
    <Stack gap="sm">
      <Table className={classes.tiers} aria-label={`How ${description} is computed`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Step</Table.Th>
            <Table.Th scope="col">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={`${step.kind} ${step.lineId ?? ''}`}>
              <Table.Td>
                {stepInWords(step, billedOn(step.lineId))}
                {step.calculations.map((one) => (
                  <Text key={one.description} size="xs" c="dimmed">
                    {calculationInWords(one, currency)} = {formatCost(one.amount, currency)}
                  </Text>
                ))}
              </Table.Td>
              <Table.Td>{formatAmount(step.amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr data-strong>
            <Table.Td>Amount of the line</Table.Td>
            <Table.Td>{formatAmount(amount, currency)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {usage !== null && <Facts facts={usageFacts(usage, isDraft)} />}
      {usage !== null && Number(usage.rejectedQuantity) > 0 && rejectionsLink}
      {laterLines.map((line) => (
        <Text key={line.lineId} size="sm">
          Settled later on invoice {invoiceOf(line)}: {formatCount(line.quantity)} units for{' '}
          {formatAmount(line.amount, currency)}
        </Text>
      ))}
    </Stack>
  )
}

const numberOf = ({ invoiceNumber }: Related) => invoiceNumber

/** Only the organization sees the number of events. Omits figures that are zero and say nothing: most lines have no rejected or open units. */
function usageFacts(usage: NonNullable<Explanation['usage']>, isDraft: boolean) {
  const { recordedQuantity, rejectedQuantity, billableQuantity } = usage
  const { billedQuantity, settledQuantity, openQuantity } = usage
  const units = (name: string, quantity: string) =>
    Number(quantity) === 0 ? [] : [[name, formatCount(quantity)] as const]
  return [
    ...('eventCount' in usage ? [['Events', formatCount(usage.eventCount)] as const] : []),
    ['Units recorded', formatCount(recordedQuantity)] as const,
    ...units('Units rejected', rejectedQuantity),
    ...(Number(rejectedQuantity) === 0 ? [] : units('Units to bill', billableQuantity)),
    ['Units billed', formatCount(billedQuantity)] as const,
    ...units('Units settled later', settledQuantity),
    ...units(isDraft ? 'Units for the final invoice' : 'Units for the next invoice', openQuantity),
  ]
}
