import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { PortalTopUp } from '../../api/api-types.ts'
import {
  portalCreditQuery,
  portalPaymentMethodsQuery,
  portalSubscriptionsQuery,
} from '../../api/portal.ts'
import { Section } from '../../ui/layout/section.tsx'
import { formatAmount } from '../../ui/values/money.ts'
import { usePortalSession } from '../session/portal-session.ts'

const TopUpForm = lazy(() => import('./top-up-form.tsx'))

/** Buys credit, in the currencies of the customer's credit and subscriptions. */
export function TopUp() {
  const { paymentsAvailable } = usePortalSession()
  const credit = useQuery({ ...portalCreditQuery, enabled: paymentsAvailable })
  const subscriptions = useQuery({ ...portalSubscriptionsQuery, enabled: paymentsAvailable })
  const methods = useQuery({ ...portalPaymentMethodsQuery, enabled: paymentsAvailable })
  const [isBuying, setBuying] = useState(false)
  const [bought, setBought] = useState<PortalTopUp>()
  if (!credit.data || !subscriptions.data || !methods.data) return null
  const known = [...credit.data.credit, ...subscriptions.data.results]
  const currencies = [...new Set(known.map(({ currency }) => currency))]
  if (currencies.length === 0) return null
  const start = () => {
    setBought(undefined)
    setBuying(true)
  }
  const done = (topUp: PortalTopUp) => {
    setBuying(false)
    setBought(topUp)
  }
  return (
    <Section
      title="Buy credit"
      about="It is there once it is paid, and pays your next invoices automatically."
      action={!isBuying && <Button onClick={start}>Top up</Button>}
    >
      <Suspense>
        {isBuying && (
          <TopUpForm
            currencies={currencies}
            method={methods.data[0]}
            onDone={done}
            onClose={() => setBuying(false)}
          />
        )}
      </Suspense>
      {bought && <Text role="status">{outcomeOf(bought)}</Text>}
    </Section>
  )
}

function outcomeOf({ status, amount, currency }: PortalTopUp): string {
  const money = formatAmount(amount, currency)
  return status === 'paid'
    ? `${money} is paid and added to your credit.`
    : `${money} is being charged. It is added to your credit once the bank confirms.`
}
