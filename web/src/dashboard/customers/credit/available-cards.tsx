import { Group, SimpleGrid } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CreditInCurrency } from '../../../api/api-types.ts'
import { CreditSums } from '../../../ui/billing/credit-sums.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'

const PayoutDialog = lazy(() => import('./payout-dialog.tsx'))

type Props = { credit: readonly CreditInCurrency[] }

/** What is available in each currency. Currencies are never added. */
export function AvailableCards({ credit }: Props) {
  const [paying, setPaying] = useState<CreditInCurrency>()
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: credit.length === 1 ? 1 : 2 }} spacing="md">
        {credit.map((state) => (
          <Available
            key={state.currency}
            state={state}
            isAlone={credit.length === 1}
            onPayOut={() => setPaying(state)}
          />
        ))}
      </SimpleGrid>
      <Suspense>
        {paying && <PayoutDialog credit={paying} onClose={() => setPaying(undefined)} />}
      </Suspense>
    </>
  )
}

type AvailableProps = { state: CreditInCurrency; isAlone: boolean; onPayOut: () => void }

function Available({ state, isAlone, onPayOut }: AvailableProps) {
  const { currency, available, balance, promotional, unbilled, held, grants } = state
  const canPayOut = grants.some(({ kind, left }) => kind === 'correction' && left > 0)
  // Explained once: several cards would repeat it.
  const about = (text: string) => (isAlone ? { about: text } : {})
  return (
    <CreditSums
      title="Available"
      order={3}
      available={available}
      currency={currency}
      parts={[
        { label: 'Paid', ...about('Bought, or from corrections of invoices'), amount: balance },
        { label: 'Promotional', ...about('Given for free, used before tax'), amount: promotional },
        {
          label: 'Unbilled',
          ...about('Usage and fees that are not invoiced yet, after discounts and with taxes'),
          amount: unbilled,
          isLess: true,
        },
        { label: 'Held', ...about('What open runs may still add'), amount: held, isLess: true },
      ]}
    >
      {canPayOut && (
        <Group>
          <AllowedButton permission="refund" variant="default" onClick={onPayOut}>
            Record a payout
          </AllowedButton>
        </Group>
      )}
    </CreditSums>
  )
}
