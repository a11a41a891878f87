import { Stack, Text } from '@mantine/core'
import type { RepricingPreview } from '../../api/api-types.ts'
import { AGENTS, type Choices, CUSTOMERS } from '../../api/choices.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { formatDay } from '../../ui/values/dates.ts'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { InvoiceLink } from '../links/invoice-link.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { ChangeTable } from './change-table.tsx'

/** What a run would change: in all, by customer, agent and day, and the invoices of these days. */
export function Preview({ preview }: { preview: RepricingPreview }) {
  const { changedEventCount, customers, agents, days, invoices } = preview
  return (
    <Stack gap="md">
      <Facts facts={factsOf(preview)} />
      {changedEventCount > 0 && (
        <>
          <ChangeTable
            title="Customers"
            count={preview.customerCount}
            rows={customers.map((one) => ({
              ...one,
              key: one.customerId,
              name: <Name choices={CUSTOMERS} id={one.customerId} />,
            }))}
          />
          <ChangeTable
            title="Agents"
            count={preview.agentCount}
            rows={agents.map((one) => ({
              ...one,
              key: one.agentId,
              name: <Name choices={AGENTS} id={one.agentId} />,
            }))}
          />
          <ChangeTable
            title="Days"
            count={preview.dayCount}
            rows={days.map((one) => ({ ...one, key: one.day, name: formatDay(one.day) }))}
          />
          <Invoices invoices={invoices} count={preview.invoiceCount} />
        </>
      )}
    </Stack>
  )
}

function factsOf(preview: RepricingPreview) {
  const { unknownEventCount, uncostedEventCount } = preview
  const none = preview.changedEventCount === 0
  return [
    ['Events with a cost', formatCount(preview.eventCount)],
    ['With another cost', none ? 'None' : formatCount(preview.changedEventCount)],
    ['Cost before', formatCost(preview.costBefore)],
    ['Cost after', formatCost(preview.costAfter)],
    ...(unknownEventCount === 0
      ? []
      : [['Keep their cost, price unknown', formatCount(unknownEventCount)] as const]),
    ...(uncostedEventCount === 0
      ? []
      : [['Without a cost, not part of a run', formatCount(uncostedEventCount)] as const]),
  ] as const
}

function Name({ choices, id }: { choices: Choices; id: string }) {
  return useChoice(choices, id)?.name
}

function Invoices({ invoices, count }: { invoices: RepricingPreview['invoices']; count: number }) {
  if (count === 0) return null
  return (
    <Stack gap={4}>
      <Text fw={500}>Invoices whose margin changes: {formatCount(count)}</Text>
      <Text size="sm" c="dimmed">
        A draft is computed again. A final one keeps its cost, and the next one has the difference.
      </Text>
      {invoices.map(({ invoiceId, invoiceNumber, status }) => (
        <Text key={invoiceId} size="sm">
          <InvoiceLink invoice={{ id: invoiceId, invoiceNumber }} />, {status}
        </Text>
      ))}
    </Stack>
  )
}
