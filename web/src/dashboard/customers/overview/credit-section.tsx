import { Table, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Customer } from '../../../api/api-types.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { formatAmount } from '../../../ui/values/money.ts'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useCustomer } from '../use-customer.ts'

const PayoutDialog = lazy(() => import('./payout-dialog.tsx'))

type Balance = Customer['creditBalances'][number]

/** Credit from overpayments: it is applied to the next invoices, or paid out. */
export function CreditSection() {
  const { id, name, creditBalances } = useCustomer()
  const [paying, setPaying] = useState<Balance>()
  if (creditBalances.length === 0) return null
  return (
    <Section
      title="Credit"
      about="Applied automatically to the next invoices in the same currency."
    >
      <Table aria-label="Credit" fz={13}>
        <Table.Tbody>
          {creditBalances.map((balance) => (
            <Table.Tr key={balance.currency}>
              <Table.Td>
                <Text fw={500} size="sm">
                  {formatAmount(balance.amount, balance.currency)} {balance.currency}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <AllowedButton
                  permission="refund"
                  variant="default"
                  refusal={balance.amount > 0 ? undefined : 'There is no credit to pay out'}
                  onClick={() => setPaying(balance)}
                >
                  Record a payout
                </AllowedButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Suspense>
        {paying && (
          <PayoutDialog
            customerId={id}
            name={name}
            balance={paying}
            onClose={() => setPaying(undefined)}
          />
        )}
      </Suspense>
    </Section>
  )
}
