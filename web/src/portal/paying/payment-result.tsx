import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { PortalInvoice } from '../../api/api-types.ts'
import { formatAmount } from '../../ui/values/money.ts'
import type { From } from './invoice-search.ts'
import type { Confirmation } from './use-confirmation.ts'

type Props = { invoice: PortalInvoice; from: From; confirmation: Confirmation }

/**
 * Shows the result of a payment after the return from the payment page. Screen readers announce
 * changes.
 */
export function PaymentResult({ invoice, from, confirmation }: Props) {
  return (
    <div role="status">
      <Result invoice={invoice} from={from} confirmation={confirmation} />
    </div>
  )
}

function Result({ invoice, from, confirmation }: Props) {
  if (from === 'checkout' && invoice.status === 'paid') return <Paid invoice={invoice} />
  if (confirmation.isOpen(invoice)) return <Confirming />
  if (confirmation.isLate(invoice)) return <Late invoice={invoice} onAgain={confirmation.again} />
  if (from === 'left' && invoice.status !== 'paid') return <NotPaid />
  return null
}

function Paid({ invoice: { payments, currency } }: { invoice: PortalInvoice }) {
  const last = payments.at(-1)
  return (
    <Alert
      mb="lg"
      icon={<IconCircleCheck size={20} color="light-dark(#087f5b, #63d6ab)" />}
      title="Paid"
    >
      Thank you.{last !== undefined && ` We have received ${formatAmount(last.amount, currency)}.`}
    </Alert>
  )
}

function Confirming() {
  return (
    <Alert mb="lg" icon={<Loader size={18} />} title="Your payment is being confirmed">
      This takes a few seconds. You do not have to pay again.
    </Alert>
  )
}

function Late({ invoice, onAgain }: { invoice: PortalInvoice; onAgain: () => void }) {
  return (
    <Alert mb="lg" icon={<IconClock size={20} />} title="Your payment is not confirmed yet">
      <Stack gap="sm" align="flex-start">
        <Text>
          {invoice.isPaymentPending
            ? 'Some banks take longer. You do not have to pay again, and you can leave this page.'
            : 'If you have paid, the confirmation has not arrived yet; check again later. If you have not paid, you can pay now.'}
        </Text>
        <Button variant="default" onClick={onAgain}>
          Check again
        </Button>
      </Stack>
    </Alert>
  )
}

function NotPaid() {
  return (
    <Alert mb="lg" icon={<IconInfoCircle size={20} />} title="Nothing was charged">
      You left the payment page without paying. You can pay at any time.
    </Alert>
  )
}
