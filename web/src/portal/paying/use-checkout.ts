import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { payPortalInvoice, portalInvoiceQuery } from '../../api/portal.ts'

/** Opens the payment page of an invoice in this tab. */
export function useCheckout(invoiceId: string) {
  const queryClient = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  // The browser's Back button restores this page as it was left.
  useEffect(() => {
    const onShow = () => setLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const mutation = useMutation({
    mutationFn: () => payPortalInvoice(invoiceId, { method: 'checkout' }),
    onSuccess: (answer) => {
      // The invoice was already paid; the reload shows its current state.
      if (answer.url === null) return void queryClient.invalidateQueries()
      setLeaving(true)
      location.assign(answer.url)
    },
    onError: (error) => {
      // Paid concurrently, in another tab or by a colleague: reload the invoice.
      const isOld = error instanceof ApiError && error.status === 409
      if (isOld) void queryClient.invalidateQueries(portalInvoiceQuery(invoiceId))
    },
  })
  const isBusy = mutation.isPending || isLeaving
  return {
    isBusy,
    error: mutation.error,
    start: () => {
      if (!isBusy) mutation.mutate()
    },
  }
}
