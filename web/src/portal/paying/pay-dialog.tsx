import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PortalInvoiceSummary, PortalPaymentMethod } from '../../api/api-types.ts'
import { payPortalInvoice } from '../../api/portal.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { formatAmount } from '../../ui/values/money.ts'
import { usePortalNavigate } from '../shell/portal-link.tsx'
import { cardInWords } from './card-words.ts'
import { useCheckout } from './use-checkout.ts'

type Props = { invoice: PortalInvoiceSummary; method: PortalPaymentMethod; onClose: () => void }

/** Asks for confirmation, with the amount and the card, before charging the saved card. */
export default function PayDialog({ invoice, method, onClose }: Props) {
  const { id, amountDue, currency, invoiceNumber } = invoice
  const amount = formatAmount(amountDue, currency)
  const checkout = useCheckout(id)
  const pay = useSavedPayment(id, onClose)
  const isDeclined = pay.data?.status === 'declined'
  return (
    <Dialog title={`Pay ${amount}?`} isOpen onClose={onClose}>
      <Stack gap="md">
        <Text>
          Invoice {invoiceNumber}: {amount} will be charged to {cardInWords(method)}.
        </Text>
        {isDeclined && (
          <Alert role="alert" title="The card was declined">
            {pay.data?.reason ?? 'Nothing was charged.'} You can pay with another card.
          </Alert>
        )}
        {pay.error && <Problem error={pay.error} />}
        {checkout.error && <Problem error={checkout.error} />}
        <Stack gap="xs">
          {!isDeclined && (
            <Button size="md" loading={pay.isPending} onClick={pay.start}>
              Pay {amount}
            </Button>
          )}
          <Button
            size="md"
            variant={isDeclined ? 'filled' : 'default'}
            loading={checkout.isBusy}
            onClick={checkout.start}
          >
            Pay another way
          </Button>
          <Button size="md" variant="subtle" color="gray" onClick={onClose} data-autofocus>
            Cancel
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  )
}

function useSavedPayment(invoiceId: string, onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = usePortalNavigate()
  // A second click may arrive before the button shows that it is busy.
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    mutationFn: () => payPortalInvoice(invoiceId, { method: 'saved' }),
    onSuccess: async ({ status }) => {
      await queryClient.invalidateQueries()
      if (status === 'declined') return
      onClose()
      navigate({
        to: '/portal/invoices/$invoiceId',
        params: { invoiceId },
        search: { from: 'checkout' },
      })
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  return {
    ...mutation,
    start: () => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutation.mutate()
    },
  }
}
