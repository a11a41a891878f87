import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { PortalInvoice, PortalInvoiceSummary } from '../../api/api-types.ts'
import { portalPaymentMethodsQuery } from '../../api/portal.ts'
import { Problem } from '../../ui/states/problem.tsx'
import { formatAmount } from '../../ui/values/money.ts'
import { usePortalSession } from '../session/portal-session.ts'
import { useCheckout } from './use-checkout.ts'

const PayDialog = lazy(() => import('./pay-dialog.tsx'))

type Props = {
  invoice: PortalInvoiceSummary & Partial<Pick<PortalInvoice, 'canPay'>>
  isWide?: boolean
  isSmall?: boolean
}

/** Opens the payment page, or asks for confirmation to charge the saved card. */
export function PayButton({ invoice, isWide = false, isSmall = false }: Props) {
  const { amountDue, currency, invoiceNumber, canPay = true } = invoice
  const { paymentsAvailable } = usePortalSession()
  // Falls back to the payment page while the saved methods are loading or unavailable.
  const { data: methods = [] } = useQuery({
    ...portalPaymentMethodsQuery,
    enabled: canPay && paymentsAvailable,
  })
  const [isAsking, asking] = useDisclosure()
  const checkout = useCheckout(invoice.id)
  const [saved] = methods
  // A list row does not know about pending payments; the service does.
  if (!canPay || !paymentsAvailable || amountDue <= 0) return null
  const amount = formatAmount(amountDue, currency)
  return (
    <>
      <Button
        size={isSmall ? 'compact-md' : 'md'}
        fullWidth={isWide}
        aria-label={isSmall ? `Pay ${amount} of ${invoiceNumber}` : undefined}
        loading={checkout.isBusy}
        onClick={saved === undefined ? checkout.start : asking.open}
      >
        {isSmall ? 'Pay' : `Pay ${amount}`}
      </Button>
      {checkout.error && <Problem error={checkout.error} />}
      <Suspense>
        {saved !== undefined && isAsking && (
          <PayDialog invoice={invoice} method={saved} onClose={asking.close} />
        )}
      </Suspense>
    </>
  )
}
