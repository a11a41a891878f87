import { useMutation } from '@tanstack/react-query'
import type { Invoice } from '../../../api/api-types.ts'
import { generateInvoice } from '../../../api/invoices.ts'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { newKey } from '../../../ui/forms/new-key.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'

/** Recomputes a draft for its own period from current data. */
export function useRecalculate(invoice: Invoice) {
  const { slug } = useOrganization()
  const refresh = useRefreshAll()
  const { customerId, subscriptionId, periodStart, periodEnd } = invoice
  return useMutation({
    mutationFn: () => {
      if (subscriptionId === null) throw new Error('This draft does not belong to a subscription')
      const window = { billingPeriodStart: periodStart, billingPeriodEnd: periodEnd }
      return generateInvoice(slug, { customerId, subscriptionId, ...window }, newKey())
    },
    onSuccess: ({ invoiceNumber, total, currency }) =>
      toast(`${invoiceNumber} is recalculated: ${formatAmount(total, currency)}`),
    onError: (error) => toast(error.message),
    onSettled: refresh,
  })
}
